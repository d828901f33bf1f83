package io.weir.provider.kit;

import io.weir.provider.ProviderException;

/** How a call may fail, and the error that the provider must raise. */
public enum Fault {
  /** The cloud refuses it because there were too many. */
  THROTTLED(ProviderException.Throttled.class, ProviderException.Throttled.class),
  /** The cloud refuses it because the caller may not do it. */
  DENIED(ProviderException.Denied.class, ProviderException.Denied.class),
  /** The cloud returns a server error and did nothing; a caller cannot know the latter. */
  BROKEN(ProviderException.Transient.class, ProviderException.Ambiguous.class),
  /** The connection ends without a response; nothing was done. */
  LOST_BEFORE(ProviderException.Transient.class, ProviderException.Ambiguous.class),
  /** The connection ends without a response; it was done. */
  LOST_AFTER(ProviderException.Transient.class, ProviderException.Ambiguous.class);

  private final Class<? extends ProviderException> ofRead;
  private final Class<? extends ProviderException> ofWrite;

  Fault(Class<? extends ProviderException> ofRead, Class<? extends ProviderException> ofWrite) {
    this.ofRead = ofRead;
    this.ofWrite = ofWrite;
  }

  /** The kind of error for a read. */
  public Class<? extends ProviderException> readException() {
    return ofRead;
  }

  /** The kind of error for a write. */
  public Class<? extends ProviderException> writeException() {
    return ofWrite;
  }
}
