package io.daisychain.watch.net;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Accepts connections at a port, {@value #MOST_CONNECTIONS} at a time, and has each served by a
 * thread of its own.
 */
public final class ConnectionServer implements AutoCloseable {
  private static final int MOST_CONNECTIONS = 256;

  private final String name;
  private final ServerSocket listener;
  private final Service service;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private volatile boolean ending;
  private volatile boolean closed;

  /** What is done with a connection. */
  @FunctionalInterface
  public interface Service {
    /** Serves one until it is done; the connection is closed afterwards. */
    void serve(Socket socket) throws IOException, InterruptedException;
  }

  /**
   * Serves who connects to {@code listener}, which it closes.
   *
   * @param name begins the names of threads
   */
  public ConnectionServer(String name, ServerSocket listener, Service service) {
    this.name = name;
    this.listener = listener;
    this.service = service;
    start(name, this::accept);
  }

  /** The port. */
  public int port() {
    return listener.getLocalPort();
  }

  /** Connections that are open. */
  public int connections() {
    return open.size();
  }

  /** Starts a thread that ends with the program. */
  public static Thread start(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private void accept() {
    while (!closed) {
      try {
        Socket socket = listener.accept();
        if (ending || open.size() >= MOST_CONNECTIONS) {
          socket.close();
        } else {
          open.add(socket);
          start(name + "-connection", () -> serve(socket));
        }
      } catch (IOException e) {
        if (!closed) {
          close();
        }
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      socket.setTcpNoDelay(true);
      service.serve(socket);
    } catch (IOException e) {
      open.remove(socket); // who is gone
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      open.remove(socket);
    }
  }

  /** Serves nobody who connects from now on. */
  public void endAccepting() {
    ending = true;
  }

  /** Ends all connections. */
  @Override
  public void close() {
    closed = true;
    try {
      listener.close();
      for (Socket socket : open) {
        socket.close();
      }
    } catch (IOException e) {
      open.clear();
    }
  }
}
