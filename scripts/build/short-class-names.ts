import { globSync } from 'node:fs'
import { relative } from 'node:path'

/** No vowels: ad blockers hide elements with a class such as `ad`. */
const fileLetters = 'bcdfghjklmnpqrstvwxz'
const classLetters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/**
 * Names for the classes of CSS modules: the lower-case part identifies the file, the upper-case part the class, so all are
 * different. Every name is sent in the CSS, the script and the page, and a hash in it would not compress.
 *
 * The same sources give the same names, whichever build asks first: files are numbered by path, classes by their order in the
 * file.
 */
export function shortClassNames(files: readonly string[]): (name: string, file: string) => string {
  const fileNames = new Map(files.toSorted().map((file, index) => [file, word(index, fileLetters)]))
  const known = new Map<string, Map<string, string>>()
  return (name, file) => {
    const fileName = fileNames.get(file)
    if (fileName === undefined) throw new Error(`${file} is not among the CSS modules that have names`)
    const classes = known.get(file) ?? new Map<string, string>()
    known.set(file, classes)
    const className = classes.get(name) ?? fileName + word(classes.size, classLetters)
    classes.set(name, className)
    return className
  }
}

/** The shared instance for all CSS modules in `src`. */
export function sourceClassNames(root: string): (name: string, file: string) => string {
  const classNameOf = shortClassNames(globSync('src/**/*.module.css', { cwd: root }))
  return (name, file) => classNameOf(name, relative(root, file.split('?')[0] ?? file))
}

/** 0, 1, … as the words a, b, … z, aa, ab, …: shortest first. */
function word(index: number, letters: string): string {
  const last = letters[index % letters.length] ?? ''
  return index < letters.length ? last : word(Math.floor(index / letters.length) - 1, letters) + last
}
