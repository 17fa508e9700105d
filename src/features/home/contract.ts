export type HomeProps = { likesPerDay: number }
