import { demoOperatorSecret } from '#seed/demo/operator-secret.ts'

const demoPassword = 'kismet-demo-1'
const demoLogins = [
  'anna@demo.test',
  'ben@demo.test',
  'olena@demo.test',
  'piotr@demo.test',
  'elif@demo.test',
  'operator@demo.test',
]

/** The text that a local server prints when it is ready. */
export function describeDemo(url: string): string {
  return `
Kismet is at ${url}

Sign in as one of these, with the password ${demoPassword}:
${demoLogins.map((login) => `  ${login}`).join('\n')}

Second factor of operator@demo.test at ${url}/ops, for an authenticator app: ${demoOperatorSecret}
`
}
