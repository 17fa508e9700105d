/** How American spelling differs from British, as parts of words. */
const spellings: readonly (readonly [british: RegExp, american: string])[] = [
  [/(f)avourite/gi, '$1avorite'],
  [/recognis/g, 'recogniz'],
  [/analys(?=e)/g, 'analyz'],
  [/(t)heatre/gi, '$1heater'],
  [/(c)entre/gi, '$1enter'],
  [/grey/g, 'gray'],
  [/humour/g, 'humor'],
  [/travelling/g, 'traveling'],
  [/straight away/g, 'right away'],
  [/straight afterwards/g, 'right afterwards'],
  [/fterwards/g, 'fterward'],
  [/any more(?=[.,])/g, 'anymore'],
  [/carry on/g, 'continue'],
  [/further/g, 'farther'],
  [/18 or over/g, '18 or older'],
]

/** A sentence without the allowed differences: spelling, quotation marks and the comma before 'and'. */
export function plainAmerican(text: string): string {
  return spellings
    .reduce((done, [british, american]) => done.replace(british, american), text)
    .replaceAll(/[‘’“”]/g, '’')
    .replaceAll(/,(?=’| (?:and|or)\b|\.)/g, '')
    .replaceAll(/([.,])’/g, '’$1')
    .replaceAll(',’', '’')
}

/** Messages that differ in America because the thing does: school, sofa, miles without kilometres, the order of a date. */
export const americanOnly = [
  'anonymous.topic.sport',
  'common.pixel.text',
  'emails.signInAttempts.own',
  'home.hero.lead',
  'home.steps.one.text',
  'home.why.note',
  'legal.meta',
  'legal.privacy.sections.s2.text',
  'legal.privacy.sections.s4.text',
  'legal.privacy.sections.s6.text',
  'legal.privacy.sections.s8.text',
  'legal.privacy.sections.transfer.text',
  'legal.consent.sections.s5.text',
  'legal.terms.sections.complaints.text',
  'legal.terms.sections.s7.text',
  'notifications.unsubscribe.ask',
  'notifications.unsubscribe.done',
  'orders.receipt.net',
  'orders.receipt.tax',
  'orders.receipt.included',
  'orders.receipt.refundTax',
  'people.empty.near.text',
  'profile-prompts.dance-floor',
  'profile-prompts.everyone-should-see',
  'profile-prompts.learning-now',
  'profile-prompts.ten-years-on',
  'profile.education.school',
  'profile.facts.body',
  'profile.field.body',
  'profile.interest.football',
  'profile.settings.basics.birthDateHint',
  'prompts.q13',
  'prompts.q21',
  'prompts.q30',
  'prompts.q34',
  'prompts.q41',
  'push.card.title',
  'questionnaire.steps.body',
  'quiz-questions.q1.a4',
  'quiz-questions.q2.a2',
  'quiz-questions.q3.ask',
  'quiz-questions.q16.ask',
  'quiz-questions.q23.ask',
  'quiz-questions.q36.a1',
  'quiz-questions.q38.ask',
  'quiz-questions.q38.a3',
  'quiz-questions.q40.ask',
  'quiz.acceptableHint',
  'safety.report.help',
  'safety.report.urgent',
  'settings.publicProfile.end',
  'settings.publicProfile.hint',
  'store.cart.vat',
  'store.pay.expiry',
]
