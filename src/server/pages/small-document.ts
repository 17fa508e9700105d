type SmallDocument = {
  lang: string
  title: string
  /** Markup below the heading. */
  body: string
}

/** The thread with a loose end, as in empty states. */
const drawing =
  '<svg viewBox="0 0 320 160" aria-hidden="true"><path d="M34 112C70 112 92 96 112 74C134 50 140 22 118 22C96 22 100 62 128 86C154 108 190 112 214 92C232 76 226 58 212 62C200 66 204 86 222 90"/><circle cx="34" cy="112" r="11"/><circle cx="276" cy="88" r="11"/></svg>'

/** A document outside the application, without a script: it only needs `public/failure.css`. Its texts are already markup. */
export function smallDocument({ lang, title, body }: SmallDocument): string {
  return `<!DOCTYPE html><html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><link rel="stylesheet" href="/failure.css"></head><body><main>${drawing}<h1>${title}</h1>${body}</main></body></html>`
}
