// Formats telephone numbers for reading; the API has digits only.
const digitsOnly = (number: string) => number.replace(/\D/g, '')

/** "15550100" → "+1 555 0100": in groups from the end. */
export function formatPhone(number: string): string {
  const digits = digitsOnly(number)
  const groups = [digits.slice(-4)]
  for (let rest = digits.slice(0, -4); rest; rest = rest.slice(0, -3)) groups.unshift(rest.slice(-3))
  return `+${groups.join(' ')}`
}
