/** Topics of the questions, in the order of an overview; each has a text under `quiz-questions.topics`. */
export const topics = ['values', 'everyday', 'closeness', 'money', 'family', 'time', 'world', 'conflict'] as const
export type Topic = (typeof topics)[number]

export type Question = { topic: Topic; answers: 2 | 3 | 4 }

/**
 * The questions of the quiz in the order in which they are asked (product.md 'People'). A question is identified by its number,
 * from 1: `questions[n - 1]` is question n, and its text is `quiz-questions.q<n>.ask`. Its answers are numbered from 0 in storage
 * and named a1, a2, … in the messages: answer i is `quiz-questions.q<n>.a<i + 1>`.
 *
 * The topics alternate, so that two people who both stopped after ten questions are still compared on all eight. Stored answers
 * contain the numbers. A question may be reworded but never moved, and an answer never gets another meaning.
 */
export const questions: readonly Question[] = [
  { topic: 'time', answers: 4 }, // 1: Friday evening
  { topic: 'family', answers: 4 }, // 2: children
  { topic: 'everyday', answers: 3 }, // 3: visitors in ten minutes
  { topic: 'conflict', answers: 4 }, // 4: being hurt
  { topic: 'closeness', answers: 4 }, // 5: feeling loved
  { topic: 'money', answers: 4 }, // 6: saving
  { topic: 'values', answers: 3 }, // 7: honesty
  { topic: 'world', answers: 4 }, // 8: where to live
  { topic: 'closeness', answers: 4 }, // 9: how many in one love
  { topic: 'everyday', answers: 3 }, // 10: hours of the day
  { topic: 'time', answers: 3 }, // 11: plans
  { topic: 'family', answers: 4 }, // 12: marriage
  { topic: 'values', answers: 4 }, // 13: faith
  { topic: 'world', answers: 4 }, // 14: politics
  { topic: 'conflict', answers: 4 }, // 15: settling it
  { topic: 'money', answers: 3 }, // 16: the first bill
  { topic: 'everyday', answers: 3 }, // 17: smoke
  { topic: 'closeness', answers: 3 }, // 18: kisses in public
  { topic: 'family', answers: 4 }, // 19: housework
  { topic: 'time', answers: 3 }, // 20: phones at dinner
  { topic: 'values', answers: 4 }, // 21: humour
  { topic: 'conflict', answers: 3 }, // 22: in front of friends
  { topic: 'world', answers: 4 }, // 23: holidays
  { topic: 'everyday', answers: 4 }, // 24: food
  { topic: 'money', answers: 3 }, // 25: accounts
  { topic: 'closeness', answers: 3 }, // 26: friends with an ex
  { topic: 'family', answers: 4 }, // 27: relatives
  { topic: 'time', answers: 3 }, // 28: work after hours
  { topic: 'values', answers: 4 }, // 29: a good life
  { topic: 'conflict', answers: 4 }, // 30: forgiving
  { topic: 'everyday', answers: 4 }, // 31: drink
  { topic: 'closeness', answers: 3 }, // 32: surprises
  { topic: 'world', answers: 4 }, // 33: moving for love
  { topic: 'time', answers: 3 }, // 34: alone
  { topic: 'family', answers: 3 }, // 35: animals
  { topic: 'money', answers: 4 }, // 36: a windfall
  { topic: 'values', answers: 3 }, // 37: a red light
  { topic: 'everyday', answers: 3 }, // 38: sport
  { topic: 'closeness', answers: 3 }, // 39: passwords
  { topic: 'conflict', answers: 4 }, // 40: making up
]

export const questionCount = questions.length
