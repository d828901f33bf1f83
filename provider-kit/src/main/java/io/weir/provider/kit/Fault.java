package io.weir.provider.kit;

import io.weir.provider.ProviderException;

/** What may befall a call, and as what it has to arrive. */
public enum Fault {
  /** The cloud refuses it because too many came. */
  THROTTLED(ProviderException.Throttled.class, ProviderException.Throttled.class),
  /** The cloud refuses it because the caller may not do it. */
  DENIED(ProviderException.Denied.class, ProviderException.Denied.class),
  /** The cloud answers that it is broken, and did nothing; a caller cannot know the latter. */
  BROKEN(ProviderException.Transient.class, ProviderException.Ambiguous.class),
  /** The connection ends without an answer; nothing was done. */
  LOST_BEFORE(ProviderException.Transient.class, ProviderException.Ambiguous.class),
  /** The connection ends without an answer; it was done. */
  LOST_AFTER(ProviderException.Transient.class, ProviderException.Ambiguous.class);

  private final Class<? extends ProviderException> ofRead;
  private final Class<? extends ProviderException> ofWrite;

  Fault(Class<? extends ProviderException> ofRead, Class<? extends ProviderException> ofWrite) {
    this.ofRead = ofRead;
    this.ofWrite = ofWrite;
  }

  /** The kind of error when it befalls a call that only reads. */
  public Class<? extends ProviderException> ofRead() {
    return ofRead;
  }

  /** The kind of error when it befalls a call that changes something. */
  public Class<? extends ProviderException> ofWrite() {
    return ofWrite;
  }
}
