package io.daisychain.audit;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collection;

/** What is to be entered in an {@link AuditLog}: a kind, and fields in their order. */
public final class AuditFact {
  private final String kind;
  private final ObjectNode fields = AuditEntry.JSON.createObjectNode();

  private AuditFact(String kind) {
    this.kind = kind;
  }

  public static AuditFact of(String kind) {
    return new AuditFact(kind);
  }

  public AuditFact with(String name, String value) {
    fields.put(name, value);
    return this;
  }

  public AuditFact with(String name, long value) {
    fields.put(name, value);
    return this;
  }

  public AuditFact with(String name, Collection<String> values) {
    var array = fields.putArray(name);
    values.forEach(array::add);
    return this;
  }

  String kind() {
    return kind;
  }

  ObjectNode fields() {
    return fields;
  }
}
