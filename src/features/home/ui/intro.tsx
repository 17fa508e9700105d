import styles from './intro.module.css'

type IntroProps = { id: string; title: string; text: string }

/** Heading and first words of a section that can be tried. */
export function Intro({ id, title, text }: IntroProps) {
  return (
    <div className={styles.intro}>
      <h2 id={id}>{title}</h2>
      <p>{text}</p>
    </div>
  )
}
