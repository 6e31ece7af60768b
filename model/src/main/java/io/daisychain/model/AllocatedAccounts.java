package io.daisychain.model;

import io.daisychain.fix.FixMessage;
import io.daisychain.fix.FixTag;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The accounts to which an allocation gives shares: its group 78, in the message's order.
 *
 * <p>An account that is named twice is one row: said twice alike it is a repeat, else the smaller
 * bytes of quantity and price count, as those of two contents under one key do.
 */
public final class AllocatedAccounts {
  /**
   * One of them, by its fields; {@link FixMessage#NOT_FOUND} for what it does not say.
   *
   * @param account AllocAccount (79)
   * @param quantity AllocQty (80)
   * @param price AllocAvgPx (153)
   */
  public record Allocated(int account, int quantity, int price) {}

  private final List<Allocated> accounts = new ArrayList<>();
  private final Map<String, Integer> places = new HashMap<>();
  private FixMessage message;
  private boolean isOneTwice;

  /** Reads the accounts of an allocation, which stays as it is meanwhile. */
  public AllocatedAccounts of(FixMessage allocation) {
    message = allocation;
    accounts.clear();
    places.clear();
    isOneTwice = false;
    int group = allocation.find(FixTag.NO_ALLOCS);
    int account = FixMessage.NOT_FOUND;
    int quantity = FixMessage.NOT_FOUND;
    int price = FixMessage.NOT_FOUND;
    boolean begun = false;
    for (int i = group + 1; group >= 0 && i < allocation.fieldCount(); i++) {
      int field = allocation.valueLength(i) > 0 ? i : FixMessage.NOT_FOUND;
      switch (allocation.tag(i)) {
        case FixTag.ALLOC_ACCOUNT -> {
          if (begun) {
            add(new Allocated(account, quantity, price));
          }
          account = field;
          quantity = FixMessage.NOT_FOUND;
          price = FixMessage.NOT_FOUND;
          begun = true;
        }
        case FixTag.ALLOC_QTY -> {
          quantity = quantity < 0 ? field : quantity;
          begun = true;
        }
        case FixTag.ALLOC_AVG_PX -> price = price < 0 ? field : price;
        default -> {
          // says neither to whom nor how much
        }
      }
    }
    if (begun) {
      add(new Allocated(account, quantity, price));
    }
    return this;
  }

  private void add(Allocated next) {
    Integer place =
        next.account < 0
            ? null
            : places.putIfAbsent(message.valueOf(next.account), accounts.size());
    if (place == null) {
      accounts.add(next);
      return;
    }
    int order = compare(next, accounts.get(place));
    isOneTwice |= order != 0;
    if (order < 0) {
      accounts.set(place, next);
    }
  }

  private int compare(Allocated a, Allocated b) {
    int order = compare(a.quantity, b.quantity);
    return order != 0 ? order : compare(a.price, b.price);
  }

  private int compare(int a, int b) {
    return Arrays.compareUnsigned(bytes(a), bytes(b));
  }

  private byte[] bytes(int field) {
    return field < 0 ? new byte[0] : message.valueOf(field).getBytes(StandardCharsets.ISO_8859_1);
  }

  /** The accounts, each once. */
  public List<Allocated> accounts() {
    return accounts;
  }

  /** True where an account is named twice with other values. */
  public boolean isOneTwice() {
    return isOneTwice;
  }

  /** What all get together; null where no quantity can be read. */
  public BigDecimal total() {
    BigDecimal total = null;
    for (Allocated one : accounts) {
      if (one.quantity >= 0 && MessageFields.isUnsigned(message, one.quantity)) {
        BigDecimal quantity = new BigDecimal(message.valueOf(one.quantity));
        total = total == null ? quantity : total.add(quantity);
      }
    }
    return total;
  }
}
