package io.daisychain.watch;

import io.daisychain.linkage.live.LiveLink;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Remembers what was asked of epochs, by the names of their methods. */
final class RecordingEpochs implements LinkEpochs {
  final List<String> asked = new ArrayList<>();
  final List<byte[]> rows = new ArrayList<>();
  boolean isOpen;
  boolean hasWaiting;
  boolean isNearEnd = true;
  IOException failure;

  /** What is done while something is resolved. */
  Runnable meanwhile = () -> {};

  /** Whether something has to be read of the store, for which rows have to be durable. */
  boolean reads;

  @Override
  public boolean isOpen() {
    return isOpen;
  }

  @Override
  public void begin() {
    asked.add("begin");
    isOpen = true;
  }

  @Override
  public void append(CommitGroup group) {
    asked.add("append");
  }

  @Override
  public void write(CommitGroup group) throws IOException {
    asked.add("write");
    if (failure != null) {
      throw failure;
    }
    rows.addAll(group.rowsByDate());
    group.becameStored();
  }

  @Override
  public LiveLink.Resolved resolve(List<byte[]> resolved, LiveLink.OnTheWay store)
      throws IOException {
    asked.add("resolve");
    meanwhile.run();
    if (reads) {
      store.awaitDurable();
    }
    return () -> asked.add("tell");
  }

  @Override
  public void resolveDue() {
    asked.add("resolveDue");
  }

  @Override
  public boolean hasWaiting() {
    return hasWaiting;
  }

  @Override
  public void catchUp(int packed, int followed) {
    asked.add("catchUp " + packed + " " + followed);
  }

  @Override
  public void flush() {
    asked.add("flush");
  }

  @Override
  public boolean isNearEnd() {
    return isNearEnd;
  }

  @Override
  public void approachEnd(int most) {
    asked.add("approachEnd");
  }

  @Override
  public void end() {
    asked.add("end");
    isOpen = false;
  }
}
