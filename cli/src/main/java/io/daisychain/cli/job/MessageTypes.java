package io.daisychain.cli.job;

import java.util.HashMap;
import java.util.Map;

/** Names of FIX 4.2's message types (volume 1, tag 35), for people. */
final class MessageTypes {
  private static final Map<String, String> NAMES = new HashMap<>();

  static {
    String names =
        "0 Heartbeat,1 Test Request,2 Resend Request,3 Reject,4 Sequence Reset,5 Logout,"
            + "6 Indication of Interest,7 Advertisement,8 Execution Report,9 Order Cancel Reject,"
            + "A Logon,B News,C Email,D Order - Single,E Order - List,F Order Cancel Request,"
            + "G Order Cancel/Replace Request,H Order Status Request,J Allocation,"
            + "K List Cancel Request,L List Execute,M List Status Request,N List Status,"
            + "P Allocation ACK,Q Don't Know Trade,R Quote Request,S Quote,"
            + "T Settlement Instructions,V Market Data Request,W Market Data Snapshot,"
            + "X Market Data Incremental Refresh,Y Market Data Request Reject,Z Quote Cancel,"
            + "a Quote Status Request,b Quote Acknowledgement,c Security Definition Request,"
            + "d Security Definition,e Security Status Request,f Security Status,"
            + "g Trading Session Status Request,h Trading Session Status,i Mass Quote,"
            + "j Business Message Reject,k Bid Request,l Bid Response,m List Strike Price";
    for (String name : names.split(",", -1)) {
      NAMES.put(name.substring(0, 1), name.substring(2));
    }
    NAMES.put("noise", "lines without FIX");
    NAMES.put("status", "Execution Report of a status");
  }

  private MessageTypes() {}

  /** A type with its name, such as {@code Heartbeat (0)}; the type alone where it has none. */
  static String shown(String type) {
    String name = NAMES.get(type);
    return name == null ? type : name + " (" + type + ")";
  }
}
