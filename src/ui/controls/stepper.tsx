import styles from './stepper.module.css'
import { ThreadProgress } from '../thread/thread-progress.tsx'

type StepperProps = {
  /** Names of the steps in order. */
  steps: readonly string[]
  /** Index of the step on screen, from 0. */
  current: number
  /** Spoken and shown, for example 'Step 2 of 5'. */
  label: string
}

/** Draws the thread from step to step, with the name of the current step below. */
export function Stepper({ steps, current, label }: StepperProps) {
  return (
    <div className={styles.stepper}>
      <ThreadProgress stops={steps.length} reached={current} />
      <p className={styles.text}>
        <span className={styles.label}>{label}</span> <strong>{steps[current]}</strong>
      </p>
    </div>
  )
}
