// Formats telephone numbers for reading; the API has digits only.
const digits = (number: string) => number.replace(/\D/g, '')

/** "15550100" → "+1 555 0100": in groups from the end. */
export function phoneText(number: string): string {
  const all = digits(number)
  const groups = [all.slice(-4)]
  for (let rest = all.slice(0, -4); rest; rest = rest.slice(0, -3)) groups.unshift(rest.slice(-3))
  return `+${groups.join(' ')}`
}
