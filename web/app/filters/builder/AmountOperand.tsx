// Inputs for an amount of money, or a range of amounts, in one currency or any.
import type { AmountTest } from '../../../../core/filters/tree.ts'
import { InlineSelect } from '../../../ui/forms/InlineSelect.tsx'
import { NumberInput } from '../../../ui/forms/NumberInput.tsx'
import { useLanguage, useWords } from '../../../words/words.tsx'

/** The currencies that most payments are made in; another one in a filter is offered there too. */
const codes =
  'AED ARS AUD BGN BRL CAD CHF CLP CNY COP CZK DKK EGP EUR GBP HKD HUF IDR ILS INR ISK JPY KES KRW KWD MAD MXN MYR NGN NOK NZD PEN PHP PKR PLN QAR RON RSD SAR SEK SGD THB TND TRY TWD UAH USD VND ZAR'.split(
    ' ',
  )

const most = 1_000_000_000_000
const toSum = (amount: number): number => Math.min(most, Number(amount.toFixed(3)))

interface AmountProps {
  test: AmountTest
  onChange(test: AmountTest): void
}

export function AmountOperand({ test, onChange }: AmountProps) {
  const t = useWords('builder')
  if (test.operator !== 'between')
    return (
      <>
        <AmountInput label={t('amount.value')} value={test.amount} onChange={amount => onChange({ ...test, amount })} />
        <CurrencySelect test={test} onChange={onChange} />
      </>
    )
  return (
    <>
      <AmountInput label={t('amount.from')} value={test.from} onChange={from => onChange({ ...test, from })} />
      {t('amount.and')}
      <AmountInput label={t('amount.to')} value={test.to} onChange={to => onChange({ ...test, to })} />
      <CurrencySelect test={test} onChange={onChange} />
    </>
  )
}

const AmountInput = ({ label, value, onChange }: { label: string; value: number; onChange(amount: number): void }) => (
  <NumberInput label={label} value={value} min={0} max={most} step="any" onChange={amount => onChange(toSum(amount))} />
)

function CurrencySelect({ test, onChange }: AmountProps) {
  const t = useWords('builder')
  const language = useLanguage()
  const names = new Intl.DisplayNames(language, { type: 'currency' })
  const chosen = test.currency ?? ''
  const offered = chosen === '' || codes.includes(chosen) ? codes : [chosen, ...codes]
  const options = [{ value: '', label: t('amount.any') }, ...offered.map(value => ({ value, label: `${value} ${names.of(value) ?? ''}` }))]
  const choose = (currency: string) => {
    const { currency: _, ...rest } = test
    onChange(currency === '' ? rest : { ...rest, currency })
  }
  return <InlineSelect<string> label={t('amount.currency')} value={chosen} options={options} onChange={choose} />
}
