import { parseAst } from 'vite'

/**
 * Cuts out of react-dom's client what no component of ours uses. A bundler cannot know that a kind of element never occurs,
 * and keeps every branch for it; it then drops by itself what only these branches call. What is listed here must be found in
 * React's source, or the build stops; it stops, too, where a component imports what is gone (`unusedExports`).
 */

/** Kinds of elements that are never created, by the names in React's source, with the tags of their fibers. */
const absentTypes: ReadonlyMap<string, number | null> = new Map([
  ['REACT_ACTIVITY_TYPE', 31],
  ['REACT_CONSUMER_TYPE', 9],
  ['REACT_LAZY_TYPE', 16],
  ['REACT_LEGACY_HIDDEN_TYPE', null],
  ['REACT_PORTAL_TYPE', 4],
  ['REACT_PROFILER_TYPE', 12],
  ['REACT_SUSPENSE_LIST_TYPE', 19],
  ['REACT_VIEW_TRANSITION_TYPE', 30],
])

/** Class components that suspended in React's legacy mode, and what only other builds of React create. */
const otherTags = [17, 21, 23, 25]

const absentTags: ReadonlySet<unknown> = new Set([...absentTypes.values(), ...otherTags])

/** What React exports for these, by its file. */
const unusedExports: ReadonlyMap<string, readonly string[]> = new Map([
  ['react.production.js', ['Activity', 'Profiler', 'PureComponent', 'ViewTransition', 'addTransitionType', 'lazy']],
  ['react-dom.production.js', ['createPortal']],
])

/** Variables that keep their first value. */
const constants: ReadonlyMap<string, string> = new Map([
  ['appearingViewTransitions', 'null'],
  ['inUpdateViewTransition', '!1'],
  ['pendingViewTransition', 'null'],
  ['pendingViewTransitionEvents', 'null'],
  ['rootViewTransitionAffected', '!1'],
  ['rootViewTransitionNameCanceled', '!1'],
  ['shouldStartViewTransition', '!1'],
])

/** Functions that would find nothing to do. */
const idleFunctions: ReadonlySet<string> = new Set([
  'commitDeletedPairViewTransitions',
  'commitEnterViewTransitions',
  'commitExitViewTransitions',
  'commitFragmentInstanceDeletionEffects',
  'commitFragmentInstanceInsertionEffects',
  'commitNestedViewTransitions',
  'commitNewChildToFragmentInstances',
  'measureNestedViewTransitions',
  'restoreEnterOrExitViewTransitions',
  'restoreNestedViewTransitions',
  'restoreViewTransitionOnHostInstances',
  'trackEnterViewTransitions',
])

/** Objects whose prototypes are never used. */
const absentObjects: ReadonlySet<string> = new Set(['FragmentInstance', 'ViewTransitionPseudoElement'])

/** Expressions that are never true, by their text, and how often React has them. */
const expressions: ReadonlyMap<RegExp, number> = new Map([
  // No fragment has a ref, so none has an instance.
  [/^isFragmentInstanceParent\(parent\)$/, 1],
  [/^null === current\.stateNode$/, 1],
  // React asks whether lanes are those of a transition, a retry or idle work for view transitions only.
  [/^\((\w+) & 335544064\) === \1$/, 7],
])

type Node = { type: string; start: number; end: number } & Record<string, unknown>
type Edit = { start: number; end: number; text: string }

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
const nodesIn = (value: unknown): Node[] => (Array.isArray(value) ? value : [value]).filter(isNode)
const childrenOf = (node: Node) => Object.values(node).flatMap(nodesIn)
const isFunction = ({ type }: Node) => type === 'FunctionDeclaration' || type === 'FunctionExpression'
const nameOf = (value: unknown) => (isNode(value) && value.type === 'Identifier' ? value['name'] : undefined)

/** Whether a value compared with is one that never occurs, in a comparison with `tag` or with a type of element. */
function isAbsent(literal: unknown, compared: unknown): boolean {
  if (!isNode(literal) || !isNode(compared)) return false
  if (literal.type === 'Identifier') return absentTypes.has(String(literal['name']))
  if (literal.type !== 'Literal' || compared.type !== 'MemberExpression') return false
  // Updates of state have tags of their own.
  return nameOf(compared['property']) === 'tag' && nameOf(compared['object']) !== 'update' && absentTags.has(literal['value'])
}

/** Whether a case never runs on into the one below it. */
function isClosed(statements: readonly Node[]): boolean {
  const last = statements.at(-1)
  if (last?.type === 'BlockStatement') return isClosed(nodesIn(last['body']))
  return last !== undefined && /^(Break|Return|Throw|Continue)Statement$/.test(last.type)
}

/** Variables that a function declares within this code: it may use them elsewhere. */
function variablesIn(node: Node): unknown[] {
  if (isFunction(node)) return []
  const own = node.type === 'VariableDeclarator' ? [nameOf(node['id'])] : []
  return [...own, ...childrenOf(node).flatMap(variablesIn)]
}

/** Takes out of a module of React (react-modules.ts) the names that would need what is cut. */
export function withoutUnusedExports(module: string, file: string): string {
  let text = module
  for (const name of unusedExports.get(file) ?? []) {
    const entry = new RegExp(String.raw`(?<=^export \{ .*)export_${name} as ${name}(?:, )?`, 'm')
    if (!entry.test(text)) throw new Error(`${file} exports no ${name}`)
    text = text.replace(entry, '')
  }
  return text
}

/** Cuts react-dom's client. Throws when something listed above is not found. */
export function withoutUnusedParts(source: string): string {
  const { text, found } = cutBranches(source)
  const isMissing = (fact: string | RegExp) => (found.get(fact) ?? 0) !== (typeof fact === 'string' ? 1 : expressions.get(fact))
  const missing = [...constants.keys(), ...idleFunctions, ...expressions.keys()].filter(isMissing)
  if (missing.length > 0) throw new Error(`React's source has no ${missing.map(String).join(' · ')}`)
  return text
}

/** Returns the text without the branches, and how often it found what of the lists above. */
export function cutBranches(source: string): { text: string; found: ReadonlyMap<unknown, number> } {
  const edits: Edit[] = []
  const found = new Map<unknown, number>()
  const note = (fact: unknown) => found.set(fact, (found.get(fact) ?? 0) + 1)
  const replace = ({ start, end }: Node, text: string) => edits.push({ start, end, text })

  const cutCases = ({ discriminant, cases }: Node, body: Node) => {
    let runsOn = false
    for (const branch of nodesIn(cases)) {
      const statements = nodesIn(branch['consequent'])
      const [first] = statements
      if (!isAbsent(branch['test'], discriminant)) {
        runsOn = !isClosed(statements)
        continue
      }
      // Reached from above, too: only the label goes.
      if (runsOn || !first) {
        edits.push({ start: branch.start, end: first?.start ?? branch.end, text: '' })
        if (first) runsOn = !isClosed(statements)
        continue
      }
      replace(branch, '')
      const variables = statements.flatMap(variablesIn)
      if (variables.length > 0) edits.push({ start: body.start + 1, end: body.start + 1, text: `var ${variables.join()};` })
    }
  }

  const visit = (node: Node, body: Node) => {
    // No text that is looked for is longer.
    const text = source.slice(node.start, Math.min(node.end, node.start + 80))
    if (node.type === 'FunctionDeclaration' && idleFunctions.has(String(nameOf(node['id'])))) {
      note(nameOf(node['id']))
      return replace(node, `function ${String(nameOf(node['id']))}() {}`)
    }
    if (node.type === 'BinaryExpression' && isAbsent(node['left'], node['right']))
      return replace(node, node['operator'] === '===' ? '!1' : '!0')
    if (node.type === 'BinaryExpression' || node.type === 'CallExpression') {
      const fact = expressions.keys().find((pattern) => pattern.test(text))
      if (fact) {
        note(fact)
        return replace(node, '!1')
      }
    }
    if (node.type === 'AssignmentExpression') {
      const { left, right } = node
      if (constants.has(String(nameOf(left))) && isNode(right)) {
        edits.push({ start: node.start, end: right.start, text: '' })
        return visit(right, body)
      }
      if (/^(\w+)\.prototype\.\w+ = /.test(text) && absentObjects.has(text.slice(0, text.indexOf('.')))) return replace(node, '0')
    }
    if (node.type === 'VariableDeclarator' && constants.has(String(nameOf(node['id'])))) {
      note(nameOf(node['id']))
      return
    }
    if (node.type === 'Identifier' && constants.has(text)) return replace(node, constants.get(text) ?? '')
    if (node.type === 'SwitchStatement') cutCases(node, body)
    const inner = isFunction(node) && isNode(node['body']) ? node['body'] : body
    for (const child of childrenOf(node)) visit(child, inner)
  }

  for (const statement of nodesIn(parseAst(source).body)) visit(statement, statement)
  return { text: applyEdits(source, edits), found }
}

/** An edit within another that removes it is left out. */
function applyEdits(source: string, edits: readonly Edit[]): string {
  let text = ''
  let end = 0
  for (const edit of edits.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (edit.start < end) continue
    text += source.slice(end, edit.start) + edit.text
    end = edit.end
  }
  return text + source.slice(end)
}
