// Gallery: controls that are disabled, busy or invalid, and texts that are too long.
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { Sparkline } from '../ui/charts/Sparkline.tsx'
import { Note } from '../ui/feedback/Note.tsx'
import { Checkbox } from '../ui/forms/Checkbox.tsx'
import { Field } from '../ui/forms/Field.tsx'
import { NumberInput } from '../ui/forms/NumberInput.tsx'
import { Switch } from '../ui/forms/Switch.tsx'
import { TextArea } from '../ui/forms/TextArea.tsx'
import { TextInput } from '../ui/forms/TextInput.tsx'
import { TimeInput } from '../ui/forms/TimeInput.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Avatar } from '../ui/layout/Avatar.tsx'
import { Badge, Card, CardHead } from '../ui/layout/Card.tsx'
import { Table } from '../ui/layout/Table.tsx'
import { useWords } from '../words/words.tsx'

export function GalleryStates() {
  return (
    <>
      <InputSamples />
      <ChoiceSamples />
      <LongTexts />
      <TableSamples />
    </>
  )
}

function InputSamples() {
  const t = useWords('gallery')
  const [time, setTime] = useState('22:00')
  const [days, setDays] = useState(30)
  return (
    <Card>
      <h2>{t('inputs')}</h2>
      <Field label={t('input.filled')}>
        <TextInput defaultValue={t('email.placeholder')} />
      </Field>
      <Field label={t('input.readOnly')}>
        <TextInput readOnly value={t('code')} />
      </Field>
      <Field label={t('input.disabled')}>
        <TextInput disabled value={t('email.placeholder')} />
      </Field>
      <Field label={t('input.wrong')} error={t('senders.wrong')}>
        <TextInput defaultValue={t('from1')} />
      </Field>
      <Field label={t('input.lines')} help={t('email.help')}>
        <TextArea rows={3} defaultValue={t('bubble.text')} />
      </Field>
      <Field label={t('input.hour')}>
        <TimeInput value={time} onChange={setTime} />
      </Field>
      <NumberInput label={t('input.number')} value={days} min={0} max={365} onChange={setDays} />
    </Card>
  )
}

function ChoiceSamples() {
  const t = useWords('gallery')
  const [on, setOn] = useState(true)
  const ignore = () => {}
  return (
    <Card>
      <h2>{t('choices')}</h2>
      <Checkbox label={t('choice.on')} checked={on} onChange={setOn} />
      <Checkbox label={t('choice.off')} checked={!on} onChange={value => setOn(!value)} />
      <Checkbox label={t('choice.wrong')} checked={false} invalid onChange={ignore} />
      <Checkbox label={t('input.disabled')} checked disabled onChange={ignore} />
      <Switch label={t('choice.on')} checked={on} onChange={setOn} />
      <Switch label={t('choice.off')} checked={!on} onChange={value => setOn(!value)} />
      <Switch label={t('busy')} checked busy onChange={ignore} />
      <Switch label={t('input.disabled')} checked={false} disabled onChange={ignore} />
      <div className="flex flex-wrap items-center gap-3">
        <Button disabled>{t('save')}</Button>
        <Button look="quiet" busy>
          {t('discard')}
        </Button>
        <IconButton icon={Pencil} label={t('menu.rename')} disabled />
        <Avatar name={t('from3')} picture={null} />
        <Sparkline daily={[0, 3, 1, 0, 7, 4, 2]} label={t('days7')} />
      </div>
    </Card>
  )
}

/** Text without any break opportunity, and text with many. */
function LongTexts() {
  const t = useWords('gallery')
  return (
    <Card look="needs">
      <h2>{t('long')}</h2>
      <div className="flex items-center gap-3">
        <Badge>{t('long.word')[0]?.toUpperCase()}</Badge>
        <div className="min-w-0">
          <h3 className="truncate">{t('long.word')}</h3>
          <p className="text-sm wrap-anywhere text-ink-2">{t('long.word')}</p>
        </div>
      </div>
      <Note kind="warn">{t('long.text')}</Note>
      <Field label={t('long.text')} error={t('long.text')}>
        <TextInput defaultValue={t('long.word')} />
      </Field>
      <Button disabledReason={t('long.text')}>{t('long.deed')}</Button>
    </Card>
  )
}

function TableSamples() {
  const t = useWords('gallery')
  const columns = [{ key: 'from', head: t('head.from'), cell: (row: string) => row }]
  const none = <p className="p-(--pad) text-ink-2">{t('none.text')}</p>
  return (
    <Card flush>
      <CardHead title={t('table.empty')} />
      <Table caption={t('table.empty')} columns={columns} rows={[]} keyOf={row => row} empty={none} />
      <CardHead title={t('table.loading')} />
      <Table caption={t('table.loading')} columns={columns} rows={undefined} keyOf={row => row} />
    </Card>
  )
}
