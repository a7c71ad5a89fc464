// Amounts as on an invoice: a line each, and their sum.
import type { Money } from '../../../../core/plans/money.ts'
import { useBillingText } from '../useBillingText.ts'

interface MoneyLine {
  key: string
  name: string
  amount: Money
}

export function MoneyLines({ caption, lines, total }: { caption: string; lines: readonly MoneyLine[]; total: Omit<MoneyLine, 'key'> }) {
  const { money } = useBillingText()
  return (
    <table className="w-full border-collapse">
      <caption className="sr-only">{caption}</caption>
      <tbody>
        {lines.map(({ key, name, amount }) => (
          <tr key={key} className="border-b border-line">
            <th scope="row" className="py-2 pe-4 text-start font-normal">
              {name}
            </th>
            <td className="py-2 text-end align-top whitespace-nowrap tabular-nums">{money(amount)}</td>
          </tr>
        ))}
        <tr>
          <th scope="row" className="py-3 pe-4 text-start text-lg font-strong">
            {total.name}
          </th>
          <td className="py-3 text-end align-top text-lg font-strong whitespace-nowrap tabular-nums">{money(total.amount)}</td>
        </tr>
      </tbody>
    </table>
  )
}
