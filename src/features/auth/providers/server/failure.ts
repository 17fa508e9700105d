/**
 * The reason why a provider's answer was not accepted. `refused`: it does not fit what this browser started, or is not
 * genuine. `unavailable`: the provider could not be asked. The message is for the log and names no person.
 */
export class ProviderFailure extends Error {
  readonly kind: 'refused' | 'unavailable'

  constructor(kind: 'refused' | 'unavailable', message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'ProviderFailure'
    this.kind = kind
  }
}
