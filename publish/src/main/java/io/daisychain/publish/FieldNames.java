package io.daisychain.publish;

import java.util.HashMap;
import java.util.Map;

/** Names of the fields of orders and reports. FIX 4.2, volume 1, and the tags of lineage. */
final class FieldNames {
  private static final String NAMES =
      """
      1 Account 6 AvgPx 8 BeginString 9 BodyLength 10 CheckSum 11 ClOrdID 12 Commission 13 CommType
      14 CumQty 15 Currency 17 ExecID 18 ExecInst 19 ExecRefID 20 ExecTransType 21 HandlInst
      22 IDSource 29 LastCapacity 30 LastMkt 31 LastPx 32 LastShares 34 MsgSeqNum 35 MsgType
      37 OrderID 38 OrderQty 39 OrdStatus 40 OrdType 41 OrigClOrdID 43 PossDupFlag 44 Price 47 Rule80A
      48 SecurityID 49 SenderCompID 50 SenderSubID 52 SendingTime 54 Side 55 Symbol 56 TargetCompID
      57 TargetSubID 58 Text 59 TimeInForce 60 TransactTime 63 SettlmntTyp 64 FutSettDate 65 SymbolSfx
      66 ListID 75 TradeDate 76 ExecBroker 77 OpenClose 78 NoAllocs 79 AllocAccount 80 AllocShares
      81 ProcessCode 89 Signature 90 SecureDataLen 91 SecureData 93 SignatureLength 95 RawDataLength
      96 RawData 97 PossResend 99 StopPx 100 ExDestination 102 CxlRejReason 103 OrdRejReason 106 Issuer
      107 SecurityDesc 109 ClientID 110 MinQty 111 MaxFloor 113 ReportToExch 114 LocateReqd
      115 OnBehalfOfCompID 116 OnBehalfOfSubID 117 QuoteID 119 SettlCurrAmt 120 SettlCurrency
      121 ForexReq 122 OrigSendingTime 126 ExpireTime 128 DeliverToCompID 129 DeliverToSubID
      140 PrevClosePx 142 SenderLocationID 143 TargetLocationID 144 OnBehalfOfLocationID
      145 DeliverToLocationID 150 ExecType 151 LeavesQty 152 CashOrderQty 155 SettlCurrFxRate
      156 SettlCurrFxRateCalc 167 SecurityType 168 EffectiveTime 192 OrderQty2 193 FutSettDate2
      194 LastSpotRate 195 LastForwardPoints 198 SecondaryOrderID 200 MaturityMonthYear 201 PutOrCall
      202 StrikePrice 203 CoveredOrUncovered 204 CustomerOrFirm 205 MaturityDay 206 OptAttribute
      207 SecurityExchange 210 MaxShow 211 PegDifference 212 XmlDataLen 213 XmlData 223 CouponRate
      231 ContractMultiplier 336 TradingSessionID 337 ContraTrader 347 MessageEncoding
      348 EncodedIssuerLen 349 EncodedIssuer 350 EncodedSecurityDescLen 351 EncodedSecurityDesc
      354 EncodedTextLen 355 EncodedText 369 LastMsgSeqNumProcessed 370 OnBehalfOfSendingTime
      375 ContraBroker 376 ComplianceID 377 SolicitedFlag 378 ExecRestatementReason 381 GrossTradeAmt
      382 NoContraBrokers 386 NoTradingSessions 388 DiscretionInst 389 DiscretionOffset 424 DayOrderQty
      425 DayCumQty 426 DayAvgPx 427 GTBookingInst 432 ExpireDate 434 CxlRejResponseTo
      437 ContraTradeQty 438 ContraTradeTime 439 ClearingFirm 440 ClearingAccount
      442 MultiLegReportingType 10001 EventID 10003 ParentEventID 10073 NoParents 10835 ParentFirm
      10836 ParentTradeDate 10887 ParentClOrdID 10889 ParentQty
      """;

  private static final Map<Integer, String> BY_TAG = new HashMap<>();

  static {
    String[] words = NAMES.strip().split("\\s+", -1);
    for (int i = 0; i < words.length; i += 2) {
      BY_TAG.put(Integer.valueOf(words[i]), words[i + 1]);
    }
  }

  private FieldNames() {}

  /** Name of a field; empty for a tag that orders and reports do not have. */
  static String nameOf(int tag) {
    return BY_TAG.getOrDefault(tag, "");
  }
}
