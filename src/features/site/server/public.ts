export { readFaq } from './read-faq.ts'
