/** A typing event shows for this time; the writer repeats it sooner. */
export const typingHoldMs = 6000

type TypingHold = {
  /** The partner is typing; shown until it is quiet for `typingHoldMs`. */
  start(): void
  /** Their message has come, or they have gone. Also clears the timer when the conversation leaves the screen. */
  end(): void
}

/** Shows that the partner is typing. `show` is called when that changes. */
export function createTypingHold(show: (isTyping: boolean) => void): TypingHold {
  let timer: ReturnType<typeof setTimeout> | undefined
  const end = () => {
    if (timer === undefined) return
    clearTimeout(timer)
    timer = undefined
    show(false)
  }
  return {
    start() {
      if (timer === undefined) show(true)
      clearTimeout(timer)
      timer = setTimeout(end, typingHoldMs)
    },
    end,
  }
}
