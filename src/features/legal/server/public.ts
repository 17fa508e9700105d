export { owedConsents } from '../rules.ts'
export { readConsentTexts } from './consent-step.ts'
export { describeConsent, describeShown } from './describe-consent.ts'
export { operatorOf } from './operator.ts'
