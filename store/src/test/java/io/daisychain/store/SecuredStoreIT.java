package io.daisychain.store;

import static io.daisychain.store.Rows.ascii;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.daisychain.embedded.StoreProgram;
import io.daisychain.model.Family;
import io.daisychain.store.embedded.Launch;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import javax.crypto.KeyGenerator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.security.access.Permission;
import org.apache.hadoop.hbase.security.access.UserPermission;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** HBase's own access control and encryption, as docs/security.md says to set them. */
class SecuredStoreIT {
  private static final TableName TABLE = TableName.valueOf("t_20260316");
  private static final byte[] ROW = new byte[16];
  private static final String SECRET = "a message that nobody may read";

  @TempDir private Path folder;

  /** A store with settings of its own. */
  private Launch launch(Map<String, String> settings) throws IOException {
    Path conf = Files.createDirectories(folder.resolve("conf"));
    StringBuilder xml = new StringBuilder("<configuration>\n");
    settings.forEach(
        (name, value) ->
            xml.append("<property><name>" + name + "</name><value>" + value)
                .append("</value></property>\n"));
    Files.writeString(conf.resolve("hbase-site.xml"), xml + "</configuration>\n");
    return new Launch(
        StoreProgram.java(),
        StoreProgram.classPath() + File.pathSeparator + conf,
        new ArrayList<>(StoreProgram.options()),
        0);
  }

  private StoreSession open(String name, Map<String, String> settings) throws IOException {
    return EmbeddedStores.open(folder.resolve(name), launch(settings), new EmbeddedStores.Told());
  }

  @Test
  void whoHasNoRightReadsNothing() throws Exception {
    String controller = "org.apache.hadoop.hbase.security.access.AccessController";
    Map<String, String> settings = new TreeMap<>();
    settings.put("hbase.security.authorization", "true");
    settings.put("hbase.superuser", System.getProperty("user.name"));
    for (String of : List.of("master", "region", "regionserver")) {
      settings.put("hbase.coprocessor." + of + ".classes", controller);
    }
    try (StoreSession session = open("rights", settings);
        ConnectionLease lease = session.connector().connect()) {
      write(session, lease.connection());
      try (Admin admin = lease.connection().getAdmin()) {
        try (Connection other = as("reader", lease.connection());
            Table table = other.getTable(TABLE)) {
          assertThrows(AccessDeniedException.class, () -> table.get(new Get(ROW)));
          admin.grant(permission("reader", Permission.Action.READ), false);
          awaitThat(true, table);
          assertArrayEquals(ascii(SECRET), table.get(new Get(ROW)).value());
          assertThrows(AccessDeniedException.class, () -> table.put(put()));
          admin.revoke(permission("reader", Permission.Action.READ));
          awaitThat(false, table);
        }
      }
    }
  }

  /** A right is known to region servers a moment after it was given or taken: by ZooKeeper. */
  private static void awaitThat(boolean mayRead, Table table) throws IOException {
    while (mayRead(table) != mayRead) {
      LockSupport.parkNanos(1_000_000);
    }
  }

  private static boolean mayRead(Table table) throws IOException {
    try {
      table.get(new Get(ROW));
      return true;
    } catch (AccessDeniedException e) {
      return false;
    }
  }

  private static UserPermission permission(String user, Permission.Action action) {
    return new UserPermission(user, Permission.newBuilder(TABLE).withActions(action).build());
  }

  private static Connection as(String user, Connection like) throws IOException {
    return ConnectionFactory.createConnection(
        like.getConfiguration(),
        User.createUserForTesting(like.getConfiguration(), user, new String[0]));
  }

  @Test
  void filesAndLogsAreEncryptedWithAKeyOfOnesOwn() throws Exception {
    assertEquals(true, has("plain", Map.of()), "without a key it can be read");
    Path keys = folder.resolve("keys.jceks");
    KeyStore store = KeyStore.getInstance("JCEKS");
    store.load(null, null);
    char[] password = "a password".toCharArray();
    KeyGenerator generator = KeyGenerator.getInstance("AES");
    generator.init(128);
    store.setEntry(
        "hbase",
        new KeyStore.SecretKeyEntry(generator.generateKey()),
        new KeyStore.PasswordProtection(password));
    try (OutputStream out = Files.newOutputStream(keys)) {
      store.store(out, password);
    }
    Map<String, String> settings = new TreeMap<>();
    settings.put(
        "hbase.crypto.keyprovider", "org.apache.hadoop.hbase.io.crypto.KeyStoreKeyProvider");
    settings.put("hbase.crypto.keyprovider.parameters", "jceks://" + keys + "?password=a+password");
    settings.put("hbase.crypto.master.key.name", "hbase");
    settings.put("hbase.regionserver.wal.encryption", "true");
    settings.put(
        "hbase.regionserver.hlog.writer.impl",
        "org.apache.hadoop.hbase.regionserver.wal.SecureProtobufLogWriter");
    assertEquals(false, has("encrypted", settings), "neither log nor file");
  }

  /** Whether some file of a store has the text, while it is in the log, or once it is flushed. */
  private boolean has(String name, Map<String, String> settings) throws Exception {
    boolean found;
    try (StoreSession session = open(name, settings);
        ConnectionLease lease = session.connector().connect();
        Admin admin = lease.connection().getAdmin()) {
      if (!settings.isEmpty()) {
        try (TableAdmin tables = TableAdmin.open(session.connector())) {
          tables.createDate("t", Rows.DATE, Rows.splitKeys());
        }
        for (ColumnFamilyDescriptor family : admin.getDescriptor(TABLE).getColumnFamilies()) {
          admin.modifyColumnFamily(
              TABLE,
              ColumnFamilyDescriptorBuilder.newBuilder(family).setEncryptionType("AES").build());
        }
      }
      write(session, lease.connection());
      found = isInAFile(name);
      admin.flush(TABLE);
    }
    found |= isInAFile(name);
    try (StoreSession session = open(name, settings);
        ConnectionLease lease = session.connector().connect();
        Table table = lease.connection().getTable(TABLE)) {
      assertArrayEquals(ascii(SECRET), table.get(new Get(ROW)).value(), "read with the key");
    }
    return found;
  }

  private boolean isInAFile(String name) throws IOException {
    try (Stream<Path> files = Files.walk(folder.resolve(name))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        if (Files.exists(file) && Files.readString(file, ISO_8859_1).contains(SECRET)) {
          return true;
        }
      }
    }
    return false;
  }

  private static Put put() {
    return new Put(ROW).addColumn(Family.DATA.bytes(), ascii("e"), ascii(SECRET));
  }

  private static void write(StoreSession session, Connection connection) throws IOException {
    try (TableAdmin admin = TableAdmin.open(session.connector())) {
      admin.createDate("t", Rows.DATE, Rows.splitKeys());
    }
    try (Table table = connection.getTable(TABLE)) {
      table.put(put());
    }
  }
}
