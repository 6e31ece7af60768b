package io.daisychain.warehouse.column;

import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;

/**
 * Encrypts and decrypts the modules of a file, AES_GCM_V1 of Parquet's modular encryption: a
 * length, a nonce that no other module has, ciphertext and tag. The tag is over the module's place
 * too, so that none can be put in the place of another, nor into another file. Not thread-safe.
 */
final class ModuleCipher {
  /** Kinds of modules, by Parquet's numbers. */
  static final int FOOTER = 0;

  static final int DATA_PAGE = 2;
  static final int DICTIONARY_PAGE = 3;

  /** From a page to its header. */
  static final int HEADER = 2;

  static final int FILE_ID = 8;
  private static final int NONCE = 12;
  private static final int TAG = 16;
  private static final SecureRandom RANDOM = new SecureRandom();

  final FileKey key;
  final byte[] fileId;
  private final Cipher cipher;
  private final byte[] nonce = new byte[NONCE];

  /** The cipher of a file that is written. */
  ModuleCipher(FileKey key) {
    this(key, new byte[FILE_ID]);
    RANDOM.nextBytes(fileId);
  }

  ModuleCipher(FileKey key, byte[] fileId) {
    this.key = key;
    this.fileId = fileId;
    try {
      cipher = Cipher.getInstance("AES/GCM/NoPadding");
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has AES", e);
    }
  }

  private void begin(int mode, int module, int group, int column) throws GeneralSecurityException {
    cipher.init(mode, key.key, new GCMParameterSpec(TAG * Byte.SIZE, nonce));
    ByteBuilder place = new ByteBuilder();
    place.put(fileId);
    place.put(module);
    if (module != FOOTER) {
      place.putShort(group);
      place.putShort(column);
      if (module == DATA_PAGE || module == DATA_PAGE + HEADER) {
        place.putShort(0); // a column has one page in a row group
      }
    }
    cipher.updateAAD(place.bytes, 0, place.size);
  }

  /** Adds a module with such contents. */
  void seal(byte[] contents, int length, int module, int group, int column, ByteBuilder out) {
    RANDOM.nextBytes(nonce);
    out.putInt(NONCE + length + TAG);
    out.put(nonce);
    out.reserve(length + TAG);
    try {
      begin(Cipher.ENCRYPT_MODE, module, group, column);
      out.size += cipher.doFinal(contents, 0, length, out.bytes, out.size);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("AES_GCM_V1", e);
    }
  }

  /** The contents of the module that a reader stands at; it stands behind it then. */
  byte[] open(ByteReader in, int module, int group, int column) {
    int length = in.nextInt();
    int from = in.pass(length);
    if (length < NONCE + TAG) {
      throw new DamagedColumnException("an encrypted module of " + length + " bytes");
    }
    System.arraycopy(in.bytes, from, nonce, 0, NONCE);
    try {
      begin(Cipher.DECRYPT_MODE, module, group, column);
      return cipher.doFinal(in.bytes, from + NONCE, length - NONCE);
    } catch (AEADBadTagException e) {
      throw new DamagedColumnException(
          "bytes of it were changed, or were written for another place or another file");
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("AES_GCM_V1", e);
    }
  }
}
