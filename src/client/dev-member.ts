import './styles.ts'
import './entry.ts'
