package io.daisychain.publish;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class PublishedTablesTest {

  @Test
  void eventsBeginWithThePapersColumns() {
    assertTrue(
        PublishedTables.EVENTS
            .header()
            .startsWith(
                "id,Parent,GrandParent,timestamp,EventId,ReporterId,Child,CustomerId,"
                    + "CustomerIdValid,side,CHILD_side,symbol,CHILD_symbol,CHILD_ordType,eventType,"
                    + "brokenTag,ReporterIdValid,SideMatch,SymbolMatch,SymbolValid,LifecycleId,Merge,"
                    + "relation,depth,childCount,quantity,price,ordType,source,destination,lastMkt,"
                    + "errorStatus,"));
  }

  @Test
  void linksAndLifecyclesHaveTheContractsColumns() {
    assertEquals("parent,child,relation,SymbolMatch,SideMatch", PublishedTables.LINKS.header());
    assertEquals(
        "id,symbol,firstTime,lastTime,events,depth,firms,orderedQuantity,filledQuantity,"
            + "bustedQuantity,finalState,errors",
        PublishedTables.LIFECYCLES.header());
  }

  /** With {@code -Dtables.write=true} this writes the page instead. */
  @Test
  void theDataDictionaryInTheDocsIsCurrent() throws IOException {
    Path docs = Path.of("..", "docs", "tables.md");
    String page = DataDictionary.page(PublishedTables.schema());
    if (Boolean.getBoolean("tables.write")) {
      Files.createDirectories(docs.getParent());
      Files.writeString(docs, page);
    }

    assertEquals(page, Files.readString(docs), "write it again with -Dtables.write=true");
  }
}
