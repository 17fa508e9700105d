/** The questions that a profile can answer; each has a text under `profile-prompts.<key>`. */
// prettier-ignore
export const prompts = [
  'talk-for-an-hour', 'small-joy', 'good-sunday', 'cook-when-it-matters', 'night-train', 'starts-arguments', 'never-needed',
  'laughed-last', 'your-home', 'turn-it-up', 'changed-your-mind', 'learning-now', 'quietly-proud', 'first-date',
  'wins-you-over', 'ask-me', 'when-you-were-eight', 'little-ritual', 'rains-all-day', 'everyone-should-see', 'favourite-view',
  'spend-too-much', 'bad-at', 'friends-warn', 'try-together', 'day-off', 'kind-words', 'no-proof', 'takes-you-back',
  'empty-seat', 'year-off', 'your-animal', 'word-too-often', 'show-a-visitor', 'scared-but-did', 'without-talking',
  'act-of-kindness', 'dance-floor', 'past-midnight', 'ten-years-on',
] as const
export type Prompt = (typeof prompts)[number]
