/** Families only: enough to recognise one's own device, useless for tracking. */
export type Device = { browser: string | null; system: string | null }

/** The first match wins, because most browsers name others too. */
const browsers = [
  ['Edge', /\bEdg(?:A|iOS)?\//],
  ['Opera', /\b(?:OPR|OPT|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Vivaldi', /\bVivaldi\//],
  ['Yandex', /\bYaBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//],
  ['Safari', /\bVersion\/[\d.]+.*\bSafari\//],
] as const

const systems = [
  ['Windows', /\bWindows\b/],
  ['Android', /\bAndroid\b/],
  ['iOS', /\b(?:iPhone|iPod)\b/],
  ['iPadOS', /\biPad\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMac(?:intosh| OS X)\b/],
  ['Linux', /\b(?:Linux|X11)\b/],
] as const

/** Browser and operating system by name, each null if the user agent does not name it. */
export function describeDevice(userAgent: string): Device {
  const find = (families: readonly (readonly [string, RegExp])[]) => families.find(([, pattern]) => pattern.test(userAgent))?.[0]
  return { browser: find(browsers) ?? null, system: find(systems) ?? null }
}
