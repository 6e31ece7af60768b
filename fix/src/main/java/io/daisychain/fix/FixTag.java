package io.daisychain.fix;

/**
 * Numbers of the FIX 4.2 tags that headers, trailers and the messages D, F, G, 8 and 9 use, of
 * every length and data pair of FIX 4.2, and of the user-defined tags that carry lineage.
 */
public final class FixTag {
  public static final int ACCOUNT = 1;
  public static final int AVG_PX = 6;
  public static final int BEGIN_STRING = 8;
  public static final int BODY_LENGTH = 9;
  public static final int CHECK_SUM = 10;
  public static final int CL_ORD_ID = 11;
  public static final int COMMISSION = 12;
  public static final int COMM_TYPE = 13;
  public static final int CUM_QTY = 14;
  public static final int CURRENCY = 15;
  public static final int EXEC_ID = 17;
  public static final int EXEC_INST = 18;
  public static final int EXEC_REF_ID = 19;
  public static final int EXEC_TRANS_TYPE = 20;
  public static final int HANDL_INST = 21;
  public static final int ID_SOURCE = 22;
  public static final int IOI_ID = 23;
  public static final int LAST_CAPACITY = 29;
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
  public static final int RULE80_A = 47;
  public static final int SECURITY_ID = 48;
  public static final int SENDER_COMP_ID = 49;
  public static final int SENDER_SUB_ID = 50;
  public static final int SENDING_TIME = 52;
  public static final int SIDE = 54;
  public static final int SYMBOL = 55;
  public static final int TARGET_COMP_ID = 56;
  public static final int TARGET_SUB_ID = 57;
  public static final int TEXT = 58;
  public static final int TIME_IN_FORCE = 59;
  public static final int TRANSACT_TIME = 60;
  public static final int SETTLMNT_TYP = 63;
  public static final int FUT_SETT_DATE = 64;
  public static final int SYMBOL_SFX = 65;
  public static final int LIST_ID = 66;
  public static final int TRADE_DATE = 75;
  public static final int EXEC_BROKER = 76;
  public static final int OPEN_CLOSE = 77;
  public static final int NO_ALLOCS = 78;
  public static final int ALLOC_ACCOUNT = 79;
  public static final int ALLOC_SHARES = 80;
  public static final int PROCESS_CODE = 81;
  public static final int SIGNATURE = 89;
  public static final int SECURE_DATA_LEN = 90;
  public static final int SECURE_DATA = 91;
  public static final int SIGNATURE_LENGTH = 93;
  public static final int RAW_DATA_LENGTH = 95;
  public static final int RAW_DATA = 96;
  public static final int POSS_RESEND = 97;
  public static final int STOP_PX = 99;
  public static final int EX_DESTINATION = 100;
  public static final int CXL_REJ_REASON = 102;
  public static final int ORD_REJ_REASON = 103;
  public static final int ISSUER = 106;
  public static final int SECURITY_DESC = 107;
  public static final int CLIENT_ID = 109;
  public static final int MIN_QTY = 110;
  public static final int MAX_FLOOR = 111;
  public static final int REPORT_TO_EXCH = 113;
  public static final int LOCATE_REQD = 114;
  public static final int ON_BEHALF_OF_COMP_ID = 115;
  public static final int ON_BEHALF_OF_SUB_ID = 116;
  public static final int QUOTE_ID = 117;
  public static final int SETTL_CURR_AMT = 119;
  public static final int SETTL_CURRENCY = 120;
  public static final int FOREX_REQ = 121;
  public static final int ORIG_SENDING_TIME = 122;
  public static final int EXPIRE_TIME = 126;
  public static final int DELIVER_TO_COMP_ID = 128;
  public static final int DELIVER_TO_SUB_ID = 129;
  public static final int PREV_CLOSE_PX = 140;
  public static final int SENDER_LOCATION_ID = 142;
  public static final int TARGET_LOCATION_ID = 143;
  public static final int ON_BEHALF_OF_LOCATION_ID = 144;
  public static final int DELIVER_TO_LOCATION_ID = 145;
  public static final int EXEC_TYPE = 150;
  public static final int LEAVES_QTY = 151;
  public static final int CASH_ORDER_QTY = 152;
  public static final int SETTL_CURR_FX_RATE = 155;
  public static final int SETTL_CURR_FX_RATE_CALC = 156;
  public static final int SECURITY_TYPE = 167;
  public static final int EFFECTIVE_TIME = 168;
  public static final int ORDER_QTY2 = 192;
  public static final int FUT_SETT_DATE2 = 193;
  public static final int LAST_SPOT_RATE = 194;
  public static final int LAST_FORWARD_POINTS = 195;
  public static final int SECONDARY_ORDER_ID = 198;
  public static final int MATURITY_MONTH_YEAR = 200;
  public static final int PUT_OR_CALL = 201;
  public static final int STRIKE_PRICE = 202;
  public static final int COVERED_OR_UNCOVERED = 203;
  public static final int CUSTOMER_OR_FIRM = 204;
  public static final int MATURITY_DAY = 205;
  public static final int OPT_ATTRIBUTE = 206;
  public static final int SECURITY_EXCHANGE = 207;
  public static final int MAX_SHOW = 210;
  public static final int PEG_DIFFERENCE = 211;
  public static final int XML_DATA_LEN = 212;
  public static final int XML_DATA = 213;
  public static final int COUPON_RATE = 223;
  public static final int CONTRACT_MULTIPLIER = 231;
  public static final int TRADING_SESSION_ID = 336;
  public static final int CONTRA_TRADER = 337;
  public static final int MESSAGE_ENCODING = 347;
  public static final int ENCODED_ISSUER_LEN = 348;
  public static final int ENCODED_ISSUER = 349;
  public static final int ENCODED_SECURITY_DESC_LEN = 350;
  public static final int ENCODED_SECURITY_DESC = 351;
  public static final int ENCODED_LIST_EXEC_INST_LEN = 352;
  public static final int ENCODED_LIST_EXEC_INST = 353;
  public static final int ENCODED_TEXT_LEN = 354;
  public static final int ENCODED_TEXT = 355;
  public static final int ENCODED_SUBJECT_LEN = 356;
  public static final int ENCODED_SUBJECT = 357;
  public static final int ENCODED_HEADLINE_LEN = 358;
  public static final int ENCODED_HEADLINE = 359;
  public static final int ENCODED_ALLOC_TEXT_LEN = 360;
  public static final int ENCODED_ALLOC_TEXT = 361;
  public static final int ENCODED_UNDERLYING_ISSUER_LEN = 362;
  public static final int ENCODED_UNDERLYING_ISSUER = 363;
  public static final int ENCODED_UNDERLYING_SECURITY_DESC_LEN = 364;
  public static final int ENCODED_UNDERLYING_SECURITY_DESC = 365;
  public static final int LAST_MSG_SEQ_NUM_PROCESSED = 369;
  public static final int ON_BEHALF_OF_SENDING_TIME = 370;
  public static final int CONTRA_BROKER = 375;
  public static final int COMPLIANCE_ID = 376;
  public static final int SOLICITED_FLAG = 377;
  public static final int EXEC_RESTATEMENT_REASON = 378;
  public static final int GROSS_TRADE_AMT = 381;
  public static final int NO_CONTRA_BROKERS = 382;
  public static final int NO_TRADING_SESSIONS = 386;
  public static final int DISCRETION_INST = 388;
  public static final int DISCRETION_OFFSET = 389;
  public static final int DAY_ORDER_QTY = 424;
  public static final int DAY_CUM_QTY = 425;
  public static final int DAY_AVG_PX = 426;
  public static final int GT_BOOKING_INST = 427;
  public static final int EXPIRE_DATE = 432;
  public static final int CXL_REJ_RESPONSE_TO = 434;
  public static final int CONTRA_TRADE_QTY = 437;
  public static final int CONTRA_TRADE_TIME = 438;
  public static final int CLEARING_FIRM = 439;
  public static final int CLEARING_ACCOUNT = 440;
  public static final int MULTI_LEG_REPORTING_TYPE = 442;
  public static final int ENCODED_LIST_STATUS_TEXT_LEN = 445;
  public static final int ENCODED_LIST_STATUS_TEXT = 446;

  /** First tag of the user-defined range. FIX 4.2, volume 1, "User defined fields". */
  public static final int FIRST_USER_DEFINED = 5000;

  /** UUID of the event, in tagged lineage. */
  public static final int EVENT_ID = 10001;

  /** UUID of the event's direct parent, in tagged lineage. */
  public static final int PARENT_EVENT_ID = 10003;

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
