/** A typing event is shown for this time; the writer's browser repeats it sooner. */
export const typingHoldMs = 6000

type TypingHold = {
  /** The partner is typing; shown until no event arrives for `typingHoldMs`. */
  start(): void
  /** Their message has arrived, or they have left. Also clears the timer when the conversation is closed. */
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
