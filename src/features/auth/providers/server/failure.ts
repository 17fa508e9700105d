/**
 * The reason why a provider's response was not accepted. `refused`: it does not match what this browser started, or is not
 * genuine. `unavailable`: the provider could not be reached. The message is for the log and names no person.
 */
export class ProviderFailure extends Error {
  readonly kind: 'refused' | 'unavailable'

  constructor(kind: 'refused' | 'unavailable', message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'ProviderFailure'
    this.kind = kind
  }
}
