package io.daisychain.cli.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.util.Arrays;

/**
 * A listener's service on a connection in memory, by the thread that asks: its memory and its
 * exceptions are seen, and thousands a second are served.
 */
final class FuzzDoor {
  private static final int MOST_ANSWER = 8 << 20;

  private final Object listener;

  /** The door of a server that has a listener, or has somebody who has. */
  FuzzDoor(Object server) throws ReflectiveOperationException {
    Object found = server;
    while (!found.getClass().getName().equals("io.daisychain.listen.Listener")) {
      found = field(found, "listener");
    }
    listener = found;
  }

  /** What somebody who sends this and nothing more is answered. */
  String answer(byte[] input) throws Exception {
    MemorySocket socket = new MemorySocket(input);
    Object connection =
        make("io.daisychain.listen.Connection", socket, listener, Long.MAX_VALUE / 2);
    call(listener, "enter", connection);
    try {
      call(connection, "begin", null, false);
      call(field(listener, "service"), "serve", connection);
    } catch (EOFException e) {
      // it has left in the middle of what it said
    } finally {
      call(connection, "close");
      call(listener, "left", connection);
    }
    return socket.out.toString(ISO_8859_1);
  }

  /** A socket whose other end has sent this, and nothing more. */
  static Socket socket(byte[] input) {
    return new MemorySocket(input);
  }

  static Object field(Object of, String name) throws ReflectiveOperationException {
    Field field = of.getClass().getDeclaredField(name);
    field.setAccessible(true);
    return field.get(of);
  }

  static Object make(String type, Object... values) throws Exception {
    for (Constructor<?> one : Class.forName(type).getDeclaredConstructors()) {
      if (one.getParameterCount() == values.length) {
        one.setAccessible(true);
        try {
          return one.newInstance(values);
        } catch (InvocationTargetException e) {
          throw cause(e);
        }
      }
    }
    throw new IllegalStateException(type);
  }

  static Object call(Object of, String name, Object... values) throws Exception {
    return call(of.getClass(), of, name, values);
  }

  static Object callStatic(String type, String name, Object... values) throws Exception {
    return call(Class.forName(type), null, name, values);
  }

  private static Object call(Class<?> type, Object of, String name, Object... values)
      throws Exception {
    for (Class<?> declares = type; declares != null; declares = declares.getSuperclass()) {
      for (Method one : declares.getDeclaredMethods()) {
        if (one.getName().equals(name) && takes(one, values)) {
          one.setAccessible(true);
          try {
            return one.invoke(of, values);
          } catch (InvocationTargetException e) {
            throw cause(e);
          }
        }
      }
    }
    throw new IllegalStateException(type + "." + name);
  }

  private static boolean takes(Method method, Object[] values) {
    Class<?>[] types = method.getParameterTypes();
    boolean takes = types.length == values.length;
    for (int i = 0; takes && i < types.length; i++) {
      takes = values[i] == null || types[i].isPrimitive() || types[i].isInstance(values[i]);
    }
    return takes;
  }

  private static Exception cause(InvocationTargetException e) {
    if (e.getCause() instanceof Error error) {
      throw error;
    }
    return (Exception) e.getCause();
  }

  /** A socket whose other end has sent all that it will. */
  private static final class MemorySocket extends Socket {
    private final InputStream in;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    MemorySocket(byte[] input) {
      in = new ByteArrayInputStream(Arrays.copyOf(input, input.length));
    }

    @Override
    public InputStream getInputStream() {
      return in;
    }

    @Override
    public OutputStream getOutputStream() {
      return new OutputStream() {
        @Override
        public void write(int one) throws IOException {
          write(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public synchronized void write(byte[] from, int at, int length) throws IOException {
          if (out.size() + length > MOST_ANSWER) {
            throw new IOException("an answer without an end");
          }
          out.write(from, at, length);
        }
      };
    }

    @Override
    public InetAddress getInetAddress() {
      return InetAddress.getLoopbackAddress();
    }

    @Override
    public int getPort() {
      return 1;
    }

    @Override
    public SocketAddress getRemoteSocketAddress() {
      return new InetSocketAddress(getInetAddress(), getPort());
    }

    @Override
    public SocketAddress getLocalSocketAddress() {
      return getRemoteSocketAddress();
    }

    @Override
    public void setTcpNoDelay(boolean on) {}

    @Override
    public void setKeepAlive(boolean on) {}

    @Override
    public void shutdownOutput() {}

    @Override
    public void close() {}
  }
}
