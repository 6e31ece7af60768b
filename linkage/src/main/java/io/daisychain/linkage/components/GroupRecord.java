package io.daisychain.linkage.components;

import io.daisychain.model.PackedReader;
import io.daisychain.model.PackedWriter;

/**
 * What is said of a component while groups are looked for: which group it is of, or who stands
 * behind it and waits for that.
 *
 * <p>Packed, so that bytes sort the group before those who wait: component (8), 0 for its group and
 * 1 for a member (1), group or member (8), where the member is to be told (4).
 *
 * @param component in the order of its round, see {@link UniteComponents}
 * @param isGroup true when the value is the component's group, false when it is a member
 * @param value group, or member
 * @param destination partition or shard of a member; 0 for a group
 */
record GroupRecord(long component, boolean isGroup, long value, int destination) {
  /** Bytes of each. */
  static final int LENGTH = 2 * Long.BYTES + 1 + Integer.BYTES;

  static GroupRecord group(long component, long group) {
    return new GroupRecord(component, true, group, 0);
  }

  static GroupRecord member(long component, long member, int destination) {
    return new GroupRecord(component, false, member, destination);
  }

  void write(PackedWriter out) {
    out.i64(component).u8(isGroup ? 0 : 1).i64(value).i32(destination);
  }

  static GroupRecord read(PackedReader in) {
    return new GroupRecord(in.i64(), in.u8() == 0, in.i64(), in.i32());
  }
}
