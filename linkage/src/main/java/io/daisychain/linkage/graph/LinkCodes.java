package io.daisychain.linkage.graph;

import io.daisychain.model.CatKey;
import io.daisychain.model.EventType;
import io.daisychain.model.Relation;
import io.daisychain.model.cell.ParentReferenceCell;

/** CAT's codes of what linkage finds (docs/cat.md). */
public final class LinkCodes {
  /** The code of an id under which several contents were reported. */
  public static final String SEVERAL_CONTENTS = "3002";

  /** Words of a DUPLICATE_KEY of a key, as against that of an id. */
  static final String OTHERS_BEAR_IT = "others bear its key";

  private static final String UNACCEPTED = "8003";
  private static final String NOT_SENT = "9003";

  private final EventGraph graph;

  LinkCodes(EventGraph graph) {
    this.graph = graph;
  }

  /** The code that is told to the firm which an error names. */
  public static String ofNamed(String code) {
    return switch (code) {
      case UNACCEPTED -> "8004";
      case NOT_SENT -> "9004";
      default -> code;
    };
  }

  /** The code of an error of an event of CAT; empty where CAT's list has none. */
  String of(int node, LineageErrors.Found error) {
    ParentReferenceCell references = graph.references(node);
    boolean exchange = references.has(CatKey.EXCHANGE);
    return switch (error.status()) {
      case ORPHAN -> ofOrphan(node, error.edge(), exchange);
      case UNACCEPTED -> exchange ? "6003" : UNACCEPTED;
      case SYMBOL_MISMATCH, INSTRUMENT_MISMATCH ->
          graph.type[node] == EventType.ROUTE
              ? "8009"
              : graph.type[node] == EventType.ACCEPT ? "9009" : "";
      case DUPLICATE_KEY ->
          error.words().equals(OTHERS_BEAR_IT)
              ? ofKey(references.keyKind(), exchange)
              : SEVERAL_CONTENTS;
      case OUT_OF_SEQUENCE -> isOfOneFirm(node, error.edge()) ? "3601" : "";
      default -> "";
    };
  }

  private boolean isOfOneFirm(int node, int edge) {
    return edge != KeyNumbers.ABSENT
        && graph.parentNode[edge] != KeyNumbers.ABSENT
        && graph.reporter[graph.parentNode[edge]] == graph.reporter[node];
  }

  private String ofOrphan(int node, int edge, boolean exchange) {
    Relation relation =
        edge == KeyNumbers.ABSENT ? graph.relation[node] : graph.relation(node, edge);
    if (graph.type[node] == EventType.TRADE) {
      return "3502";
    }
    boolean isOfOrder = relation == Relation.EXECUTION || relation == Relation.FULFILLMENT;
    if ((graph.type[node] == EventType.FULFILLMENT || graph.type[node] == EventType.CORRECT)
        && isOfOrder) {
      return "3503";
    }
    return switch (relation) {
      case MERGE -> "3504";
      case MANUAL -> "3505";
      case ACCEPT -> exchange ? "6003" : NOT_SENT;
      default -> "3501";
    };
  }

  private static String ofKey(CatKey.Kind kind, boolean exchange) {
    return switch (kind) {
      case ORDER -> "3004";
      case TRADE -> "3010";
      case FULFILLMENT -> "3012";
      case QUOTE -> "3016";
      case ALLOCATION -> "3020";
      case ROUTE -> exchange ? "6013" : "8013";
      case NONE -> "";
    };
  }
}
