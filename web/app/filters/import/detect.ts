// Detects which program a filter file comes from.
import type { Format } from '../../../../core/api/filter-exchange.ts'

export function formatOf(text: string, fileName = ''): Format {
  const start = text.replace(/^\ufeff/, '').trimStart()
  if (/^<\?xml|^<feed|^<!--|<apps:property/.test(start)) return 'gmail'
  if (/^[[{]/.test(start) && !/^\{\s*#/.test(start)) return 'json'
  if (/\.(sieve|siv)$/i.test(fileName)) return 'sieve'
  if (/\.ya?ml$/i.test(fileName)) return 'yaml'
  const isSieve = /^\s*require\s*[["]/m.test(text) || /^\s*(els)?if\s+[\w(]/m.test(text) || /^\s*#\s*rule:\[/m.test(text)
  return isSieve ? 'sieve' : 'yaml'
}
