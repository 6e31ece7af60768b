package io.daisychain.cli.terminal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SecretsTest {
  private static final long SEED = 20261122;
  private static final int ROUNDS = 20_000;
  private static final List<String> WORDS =
      List.of("auth", "key", "token", "password", "passwd", "passphrase", "secret", "credential");
  private static final String NAME_PARTS = "abcxyzABCXYZ019_.";
  private static final String WORD_PARTS = "abcxyzABCXYZ0189+/=-_.~!$%^*#@|:?";
  private static final String ANY_PARTS = WORD_PARTS + " ,;&)]}<>({[";

  /** How a setting is written; whether its value may have blanks and brackets in it. */
  private enum Form {
    ARGUMENT("ingest --%s=%s --table=t", false),
    ARGUMENTS("ingest --%s %s --table=t", false),
    ADDRESS("store 'hbase://zk:2181/hbase?rpcSeconds=20&%s=%s&hbase.client.pause=1' is no", false),
    MAP("{appName=daisychain, %s=%s, jobName=j}", false),
    PROPERTY("first=1\n%s = %s\nlast=2", false),
    YAML("Current Settings:\n  appName: daisychain\n  %s: %s\n  jobName: j", false),
    JSON("{\"a\":1,\"%s\":\"%s\",\"b\":2}", true),
    JSON_IN_JSON("{\"text\":\"{\\\"%s\\\": \\\"%s\\\"}\",\"b\":2}", true),
    QUOTED("-D%s='%s' -Dother=1", true);

    private final String format;
    private final boolean quoted;

    Form(String format, boolean quoted) {
      this.format = format;
      this.quoted = quoted;
    }
  }

  @Test
  void theValueOfASecretIsMaskedHoweverItIsWritten() {
    Random random = new Random(SEED);
    for (int round = 0; round < ROUNDS; round++) {
      Form form = Form.values()[random.nextInt(Form.values().length)];
      String name = name(random, WORDS.get(random.nextInt(WORDS.size())));
      // Begins and ends as no other part of the text does.
      String value = "Q" + text(random, form.quoted ? ANY_PARTS : WORD_PARTS) + "Q";
      String written = form.format.formatted(name, value);

      String shown = Secrets.masked(written);

      String told = "seed " + SEED + " round " + round + ": " + written;
      assertEquals(form.format.formatted(name, Secrets.MASK), shown, told);
      assertEquals(shown, Secrets.masked(shown), told);
    }
  }

  @Test
  void whatHasNoSecretsNameStays() {
    Random random = new Random(SEED);
    for (int round = 0; round < ROUNDS; round++) {
      Form form = Form.values()[random.nextInt(Form.values().length)];
      String name = name(random, "zone");
      String written =
          form.format.formatted(name, text(random, form.quoted ? ANY_PARTS : WORD_PARTS));
      if (!written.matches("(?s).*://[^/\\s]*:[^/\\s]*@.*")) {
        assertEquals(written, Secrets.masked(written), "seed " + SEED + " round " + round);
      }
    }
  }

  @Test
  void valuesOfTheCommandLineAndTheEnvironmentAreMaskedWhereverTheyAppear() {
    List<String> line =
        List.of(
            "link",
            "--store=bigtable://p/i?google.bigtable.auth.json.value={\"id\": \"x y\"}&channels=2",
            "--stagingToken",
            "s3cr3t-of-line",
            "--apiKey=a+b/c==",
            "--table=events");
    Secrets.learn(line, Map.of("MARKET_PASSWORD", "p4ss word", "HOME", "/home/of-somebody"));

    assertEquals(
        "no ****, ****, **** nor **** of /home/of-somebody in events",
        Secrets.masked(
            "no {\"id\": \"x y\"}, s3cr3t-of-line, a+b/c== nor p4ss word of /home/of-somebody in"
                + " events"));
    assertEquals(
        List.of(
            "link",
            "--store=bigtable://p/i?google.bigtable.auth.json.value=****&channels=2",
            "--stagingToken",
            "****",
            "--apiKey=****",
            "--table=events"),
        Secrets.masked(line));
  }

  @Test
  void aFileOfSecretsMayBeNamed() {
    Secrets.learn(List.of(), Map.of("GOOGLE_APPLICATION_CREDENTIALS", "/etc/hostname"));

    assertEquals("cannot read /etc/hostname", Secrets.masked("cannot read /etc/hostname"));
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "Authorization: Bearer abc.def rest|Authorization: **** rest",
        "curl -H 'authorization: Basic dXNlcg==' x|curl -H 'authorization: ****' x",
        "https://user:pa55@host/path|https://user:****@host/path",
        "a -----BEGIN PRIVATE KEY-----x y-----END PRIVATE KEY----- b|a **** b",
        "passwords={first=1, second=[2]}, zone=UTC|passwords=****, zone=UTC"
      },
      delimiter = '|')
  void otherFormsAreMaskedToo(String written, String shown) {
    assertEquals(shown, Secrets.masked(written));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "java.security.InvalidKeyException: no such algorithm",
        "table market_events, row key 248c872b: PERMISSION_DENIED: no",
        "Constraint Error: Duplicate key \"id: 3\" violates",
        "hbase://zk1:2181/hbase and http://127.0.0.1:8080/x@y",
        "password=",
        "the token: it is gone"
      })
  void sentencesStay(String text) {
    assertEquals(text, Secrets.masked(text));
  }

  @Test
  void namesAreComparedWithoutCase() {
    assertTrue(Secrets.isSecret("google.bigtable.AUTH.json.keyfile"));
    assertTrue(Secrets.isSecret("accessToken"));
    assertFalse(Secrets.isSecret("flinkMaster"));
    assertEquals(Secrets.MASK, Secrets.masked("apiKey", "1"));
    assertEquals("1", Secrets.masked("channels", "1"));
  }

  private static String name(Random random, String word) {
    StringBuilder name = new StringBuilder("n").append(text(random, NAME_PARTS));
    for (int i = 0; i < word.length(); i++) {
      char c = word.charAt(i);
      name.append(random.nextBoolean() ? Character.toUpperCase(c) : c);
    }
    // Exceptions have names that end in Error: they stand before messages.
    return name.append(text(random, NAME_PARTS)).append('n').toString();
  }

  private static String text(Random random, String parts) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(12); i > 0; i--) {
      text.append(parts.charAt(random.nextInt(parts.length())));
    }
    return text.toString();
  }
}
