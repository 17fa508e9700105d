import './styles.ts'
import './guest-entry.ts'
