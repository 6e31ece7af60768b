package io.daisychain.fix;

/**
 * Numbers of the FIX tags that are read or checked by name, and of the user-defined tags that carry
 * lineage. The dictionaries have all others.
 */
public final class FixTag {
  public static final int ACCOUNT = 1;
  public static final int AVG_PX = 6;
  public static final int BEGIN_STRING = 8;
  public static final int BODY_LENGTH = 9;
  public static final int CHECK_SUM = 10;
  public static final int CL_ORD_ID = 11;
  public static final int CUM_QTY = 14;
  public static final int CURRENCY = 15;
  public static final int EXEC_ID = 17;
  public static final int EXEC_REF_ID = 19;
  public static final int EXEC_TRANS_TYPE = 20;
  public static final int SECURITY_ID_SOURCE = 22;
  public static final int LAST_MKT = 30;
  public static final int LAST_PX = 31;
  public static final int LAST_SHARES = 32;
  public static final int MSG_SEQ_NUM = 34;
  public static final int MSG_TYPE = 35;
  public static final int ORDER_ID = 37;
  public static final int ORDER_QTY = 38;
  public static final int ORD_STATUS = 39;
  public static final int ORD_TYPE = 40;
  public static final int ORIG_CL_ORD_ID = 41;
  public static final int POSS_DUP_FLAG = 43;
  public static final int PRICE = 44;
  public static final int RULE_80A = 47;
  public static final int SECURITY_ID = 48;
  public static final int SENDER_COMP_ID = 49;
  public static final int SENDING_TIME = 52;
  public static final int QUANTITY = 53;
  public static final int SIDE = 54;
  public static final int SYMBOL = 55;
  public static final int TARGET_COMP_ID = 56;
  public static final int TEXT = 58;
  public static final int TIME_IN_FORCE = 59;
  public static final int TRANSACT_TIME = 60;
  public static final int ALLOC_ID = 70;
  public static final int ALLOC_TRANS_TYPE = 71;
  public static final int REF_ALLOC_ID = 72;
  public static final int NO_ORDERS = 73;
  public static final int NO_ALLOCS = 78;
  public static final int ALLOC_ACCOUNT = 79;
  public static final int ALLOC_QTY = 80;
  public static final int ALLOC_STATUS = 87;
  public static final int SIGNATURE = 89;
  public static final int SECURE_DATA_LEN = 90;
  public static final int SECURE_DATA = 91;
  public static final int SIGNATURE_LENGTH = 93;
  public static final int RAW_DATA = 96;
  public static final int POSS_RESEND = 97;
  public static final int STOP_PX = 99;
  public static final int CLIENT_ID = 109;
  public static final int ON_BEHALF_OF_COMP_ID = 115;
  public static final int ORIG_SENDING_TIME = 122;
  public static final int EXPIRE_TIME = 126;
  public static final int DELIVER_TO_COMP_ID = 128;
  public static final int EXEC_TYPE = 150;
  public static final int LEAVES_QTY = 151;
  public static final int ALLOC_AVG_PX = 153;
  public static final int SECURITY_TYPE = 167;
  public static final int MATURITY_MONTH_YEAR = 200;
  public static final int PUT_OR_CALL = 201;
  public static final int STRIKE_PRICE = 202;
  public static final int MATURITY_DAY = 205;
  public static final int XML_DATA_LEN = 212;
  public static final int XML_DATA = 213;
  public static final int CONTRACT_MULTIPLIER = 231;
  public static final int ENCODED_ISSUER_LEN = 348;
  public static final int ENCODED_ISSUER = 349;
  public static final int ENCODED_SECURITY_DESC_LEN = 350;
  public static final int ENCODED_SECURITY_DESC = 351;
  public static final int ENCODED_LIST_EXEC_INST = 353;
  public static final int ENCODED_TEXT_LEN = 354;
  public static final int ENCODED_TEXT = 355;
  public static final int ENCODED_SUBJECT = 357;
  public static final int ENCODED_HEADLINE = 359;
  public static final int ENCODED_ALLOC_TEXT = 361;
  public static final int ENCODED_UNDERLYING_ISSUER = 363;
  public static final int ENCODED_UNDERLYING_SECURITY_DESC = 365;
  public static final int LAST_MSG_SEQ_NUM_PROCESSED = 369;
  public static final int NO_CONTRA_BROKERS = 382;
  public static final int NO_TRADING_SESSIONS = 386;
  public static final int EXPIRE_DATE = 432;
  public static final int ENCODED_LIST_STATUS_TEXT = 446;
  public static final int MULTI_LEG_REPORTING_TYPE = 442;
  public static final int PARTY_ID = 448;
  public static final int PARTY_ROLE = 452;
  public static final int NO_PARTY_IDS = 453;
  public static final int CFI_CODE = 461;
  public static final int ORDER_CAPACITY = 528;
  public static final int MATURITY_DATE = 541;
  public static final int NO_LEGS = 555;
  public static final int LEG_SYMBOL = 600;
  public static final int LEG_SECURITY_ID = 602;
  public static final int LEG_SECURITY_ID_SOURCE = 603;
  public static final int LEG_CFI_CODE = 608;
  public static final int LEG_SECURITY_TYPE = 609;
  public static final int LEG_MATURITY_MONTH_YEAR = 610;
  public static final int LEG_MATURITY_DATE = 611;
  public static final int LEG_STRIKE_PRICE = 612;
  public static final int ENCODED_LEG_ISSUER = 619;
  public static final int ENCODED_LEG_SECURITY_DESC = 622;
  public static final int LEG_RATIO_QTY = 623;
  public static final int LEG_SIDE = 624;
  public static final int LEG_REF_ID = 654;
  public static final int ALLOC_REPORT_ID = 755;
  public static final int APPL_VER_ID = 1128;
  public static final int DEFAULT_APPL_VER_ID = 1137;
  public static final int DERIVATIVE_ENCODED_ISSUER = 1278;
  public static final int DERIVATIVE_ENCODED_SECURITY_DESC = 1281;
  public static final int DERIVATIVE_SECURITY_XML = 1283;
  public static final int LEG_PUT_OR_CALL = 1358;
  public static final int ENCODED_MKT_SEGM_DESC = 1398;
  public static final int ENCODED_SECURITY_LIST_DESC = 1469;

  /** First tag of the user-defined range. FIX 4.2, volume 1, "User defined fields". */
  public static final int FIRST_USER_DEFINED = 5000;

  /** UUID of the event, in tagged lineage. */
  public static final int EVENT_ID = 10001;

  /** UUID of the event's direct parent, in tagged lineage. */
  public static final int PARENT_EVENT_ID = 10003;

  /** What a submission does to the event: N new, C correction, D deletion. */
  public static final int ACTION = 10004;

  /** Of what is kept of a record of CAT: its event type. No message's. */
  public static final int CAT_TYPE = 10050;

  /** The same: firmROEID. */
  public static final int FIRM_ROE_ID = 10051;

  /** The same: the record itself. */
  public static final int CAT_RECORD = 10052;

  /** Who a key of the record is of. */
  public static final int KEY_REPORTER = 10053;

  /** The receiver, of a route's key. */
  public static final int KEY_COUNTERPARTY = 10054;

  /** The key's symbol. */
  public static final int KEY_SYMBOL = 10055;

  /** The id in the key. */
  public static final int KEY_VALUE = 10056;

  /** Number of parents of an aggregated order; its instances follow. */
  public static final int NO_PARENTS = 10073;

  /** OnBehalfOfCompID of the parent order, where that had one. */
  public static final int PARENT_FIRM = 10835;

  /** Trade date of the parent as YYYYMMDD, where it is another day. */
  public static final int PARENT_TRADE_DATE = 10836;

  /** The same reporter's order from which this one was routed or split. */
  public static final int PARENT_CL_ORD_ID = 10887;

  /** Quantity that the parent contributes to an aggregated order. */
  public static final int PARENT_QTY = 10889;

  private FixTag() {}
}
