import type { StoredPromptAnswer } from '#features/profile/contract.ts'

/** Parses a JSON array of strings from our own rows. */
export function parseList(json: string): string[] {
  const value: unknown = JSON.parse(json)
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : []
}

/** Parses a JSON object of strings, likewise. */
export function parseVisibility(json: string): Record<string, string> {
  const value: unknown = JSON.parse(json)
  if (typeof value !== 'object' || value === null) return {}
  return Object.fromEntries(Object.entries(value).map(([field, who]) => [field, String(who)]))
}

/** Parses a JSON array of answers to prompts, likewise. */
export function parseAnswers(json: string): StoredPromptAnswer[] {
  const value: unknown = JSON.parse(json)
  return Array.isArray(value) ? value.filter(isAnswer) : []
}

const isAnswer = (value: unknown): value is StoredPromptAnswer =>
  typeof value === 'object' && value !== null && 'prompt' in value && 'text' in value && 'language' in value && 'see' in value
