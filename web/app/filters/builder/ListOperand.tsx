// Which of the person's named lists a condition looks into.
import { Link } from 'react-router'
import { Pick } from '../../../ui/Pick.tsx'
import { useWords } from '../../../words.tsx'
import { useLists } from '../lists/lists.ts'

export function ListOperand({ name, wrong, onChange }: { name: string; wrong: boolean; onChange(list: string): void }) {
  const t = useWords('builder')
  const lists = useLists().data?.items
  const names = lists?.map(list => list.name) ?? []
  const gone = name && !names.includes(name) ? [{ value: name, word: lists ? t('list.gone', { name }) : name }] : []
  const options = [...(name ? [] : [{ value: '', word: t('list.choose') }]), ...gone, ...names.map(value => ({ value, word: value }))]
  return (
    <>
      <Pick label={t('list')} value={name} options={options} onChange={onChange} wrong={wrong && !name.trim()} />
      <Link to="/filters/lists" className="text-sm">
        {t('list.edit')}
      </Link>
    </>
  )
}
