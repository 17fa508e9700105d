import styles from './intro.module.css'

type IntroProps = { id: string; title: string; text: string }

/** Heading and first sentence of a section with an example. */
export function Intro({ id, title, text }: IntroProps) {
  return (
    <div className={styles.intro}>
      <h2 id={id}>{title}</h2>
      <p>{text}</p>
    </div>
  )
}
