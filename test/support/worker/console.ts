const names = ['log', 'info', 'warn', 'error', 'debug'] as const
const methods = names.map((name) => [name, console[name]] as const)

export function openConsole(): void {
  for (const [name, method] of methods) console[name] = method
}

/** Output after a file's last test would never reach the runner, which then waits forever. */
export function closeConsole(): void {
  for (const name of names) console[name] = () => {}
}
