import type { ProviderName } from '#features/auth/contract.ts'

/** The providers' own logos in their own colours; the button's text names them. */
export function ProviderMark({ provider }: { provider: ProviderName }) {
  return provider === 'google' ? <GoogleMark /> : <FacebookMark />
}

/** A ring of four arcs and the bar of the G. */
function GoogleMark() {
  return (
    <svg width="20" height="20" viewBox="0 0 24 24" fill="none" strokeWidth="4.4" aria-hidden="true">
      <path d="M18.4 6.2A8.6 8.6 0 0 0 4.3 8.2" stroke="#ea4335" />
      <path d="M4.3 8.2a8.6 8.6 0 0 0 0 7.6" stroke="#fbbc05" />
      <path d="M4.3 15.8a8.6 8.6 0 0 0 13.4 2.7" stroke="#34a853" />
      <path d="M17.7 18.5A8.6 8.6 0 0 0 20.6 12H12" stroke="#4285f4" />
    </svg>
  )
}

function FacebookMark() {
  return (
    <svg width="20" height="20" viewBox="0 0 24 24" aria-hidden="true">
      <circle cx="12" cy="12" r="11.5" fill="#0866ff" />
      <path
        fill="#fff"
        d="M13.7 23.4v-8.2h2.6l.5-3.3h-3.1V9.8c0-1 .5-1.8 1.9-1.8h1.4V5.2c-.5-.1-1.3-.2-2.2-.2-2.7 0-4.4 1.6-4.4 4.5v2.4H7.3v3.3h3.1v8.2a11.5 11.5 0 0 0 3.3 0z"
      />
    </svg>
  )
}
