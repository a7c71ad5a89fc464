// Gallery: buttons, inputs, choices, and state labels.
import { CirclePause, Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { State } from '../../core/delivery/states.ts'
import { Button } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { DeliveryIcon } from '../ui/charts/DeliveryIcon.tsx'
import { Note } from '../ui/feedback/Note.tsx'
import { StateLabel } from '../ui/feedback/StateLabel.tsx'
import { Field } from '../ui/forms/Field.tsx'
import { InlineSelect } from '../ui/forms/InlineSelect.tsx'
import { Segmented } from '../ui/forms/Segmented.tsx'
import { Switch } from '../ui/forms/Switch.tsx'
import { PasswordInput, TextInput } from '../ui/forms/TextInput.tsx'
import { TokenInput } from '../ui/forms/TokenInput.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Card } from '../ui/layout/Card.tsx'
import { Tabs } from '../ui/layout/Tabs.tsx'
import { Confirm, Dialog } from '../ui/overlays/Dialog.tsx'
import { Menu } from '../ui/overlays/Menu.tsx'
import { Tip } from '../ui/overlays/Tip.tsx'
import { toast } from '../ui/overlays/toast.ts'
import { Rich } from '../ui/text/Rich.tsx'
import { useWords } from '../words/words.tsx'

export function GalleryControls() {
  const t = useWords('gallery')
  return (
    <>
      <Card>
        <h2>{t('crossing')}</h2>
        <div className="grid grid-cols-2 gap-3">
          {State.options.map(state => (
            <DeliveryIcon key={state} state={state} />
          ))}
        </div>
      </Card>
      <ButtonSamples />
      <FieldSamples />
      <StateSamples />
      <ToastSamples />
      <OverlaySamples />
    </>
  )
}

function ButtonSamples() {
  const t = useWords('gallery')
  return (
    <Card>
      <h2>{t('buttons')}</h2>
      <div className="flex flex-wrap items-center gap-3">
        <Button>{t('save')}</Button>
        <Button look="quiet">{t('discard')}</Button>
        <Button look="bare">{t('undo')}</Button>
        <Button look="danger">{t('delete')}</Button>
        <Button small>{t('small')}</Button>
        <Button busy>{t('save')}</Button>
        <IconButton icon={Ellipsis} label={t('more')} />
        <CopyButton text={t('code')} />
        <Button disabledReason={t('why')}>{t('save')}</Button>
      </div>
      <div className="deep flex flex-wrap gap-3 rounded-hull p-4">
        <Button look="foam">{t('save')}</Button>
        <Button look="ghost">{t('discard')}</Button>
      </div>
    </Card>
  )
}

function FieldSamples() {
  const t = useWords('gallery')
  const [tokens, setTokens] = useState<string[]>(['harborbank.example', 'tidewell'])
  const [on, setOn] = useState(true)
  const [mode, setMode] = useState<'any' | 'all'>('any')
  return (
    <Card>
      <h2>{t('fields')}</h2>
      <Field label={t('email')} help={t('email.help')}>
        <TextInput type="email" placeholder={t('email.placeholder')} />
      </Field>
      <Field label={t('password')} error={t('password.error')}>
        <PasswordInput defaultValue="secret" autoComplete="off" />
      </Field>
      <Field label={t('senders')}>
        <TokenInput
          label={t('senders')}
          values={tokens}
          onChange={setTokens}
          check={value => (value.includes('.') ? null : t('senders.wrong'))}
        />
      </Field>
      <p className="text-lg/9">
        {t('say')}{' '}
        <InlineSelect
          label={t('how')}
          value={mode}
          options={[
            { value: 'any', label: t('any') },
            { value: 'all', label: t('all') },
          ]}
          onChange={setMode}
        />{' '}
        {t('sayEnd')}
      </p>
      <Switch label={t('night')} checked={on} onChange={setOn} />
    </Card>
  )
}

function StateSamples() {
  const t = useWords('gallery')
  return (
    <Card>
      <h2>{t('states')}</h2>
      <div className="flex flex-wrap gap-x-5 gap-y-2">
        <StateLabel kind="ok" label={t('connected')} />
        <StateLabel kind="info" label={t('catching')} />
        <StateLabel kind="warn" label={t('closed')} />
        <StateLabel kind="bad" label={t('needs')} />
        <StateLabel kind="off" icon={CirclePause} label={t('paused')} />
      </div>
      <Note>{t('note.info')}</Note>
      <Note kind="ok">{t('note.ok')}</Note>
      <Note kind="warn">{t('note.warn')}</Note>
      <Note kind="danger">
        <Rich text={t('note.danger')} />
      </Note>
    </Card>
  )
}

function ToastSamples() {
  const t = useWords('gallery')
  const [period, setPeriod] = useState('1')
  const parts = [
    { value: '1', label: t('today') },
    { value: '7', label: t('days7') },
    { value: '30', label: t('days30'), count: 7 },
  ]
  return (
    <Card>
      <h2>{t('toasts')}</h2>
      <div className="flex flex-wrap gap-3">
        <Button small look="quiet" onClick={() => toast.success(t('toast.success'), { action: { label: t('undo'), onClick: () => {} } })}>
          {t('toast.success')}
        </Button>
        <Button small look="quiet" onClick={() => toast.error(t('toast.error'), { description: t('toast.errorText') })}>
          {t('toast.error')}
        </Button>
        <Button small look="quiet" onClick={() => toast.warning(t('toast.warning'))}>
          {t('toast.warning')}
        </Button>
        <Button small look="quiet" onClick={() => toast.info(t('toast.info'))}>
          {t('toast.info')}
        </Button>
      </div>
      <Segmented label={t('period')} parts={parts} value={period} onChange={setPeriod} />
      <div className="-mx-(--pad)">
        <Tabs
          label={t('trial')}
          tabs={[
            { value: 'cross', label: t('cross'), count: 17, panel: <p className="px-(--pad) pt-4">{t('panel')}</p> },
            { value: 'lost', label: t('lost'), count: 2, panel: <p className="px-(--pad) pt-4">{t('panel2')}</p> },
          ]}
        />
      </div>
    </Card>
  )
}

function OverlaySamples() {
  const t = useWords('gallery')
  const [open, setOpen] = useState<'dialog' | 'confirm' | null>(null)
  const close = () => setOpen(null)
  return (
    <Card>
      <h2>{t('dialogs')}</h2>
      <div className="flex flex-wrap gap-3">
        <Button look="quiet" onClick={() => setOpen('dialog')}>
          {t('dialog')}
        </Button>
        <Button look="quiet" onClick={() => setOpen('confirm')}>
          {t('confirm')}
        </Button>
        <Menu
          label={t('menu')}
          trigger={<IconButton icon={Ellipsis} label={t('menu')} />}
          items={[
            { label: t('menu.rename'), icon: Pencil, onSelect: () => {} },
            { label: t('menu.pause'), onSelect: () => {}, checked: true },
            { label: t('delete'), icon: Trash2, danger: true, onSelect: () => setOpen('confirm') },
          ]}
        />
        <Tip text={t('tip')}>
          <Button look="bare">{t('tip.on')}</Button>
        </Tip>
      </div>
      <Dialog open={open === 'dialog'} onClose={close} title={t('dialog.title')} lead={t('dialog.lead')}>
        <Field label={t('email')}>
          <TextInput type="email" />
        </Field>
        <Button onClick={close}>{t('save')}</Button>
      </Dialog>
      <Confirm open={open === 'confirm'} onClose={close} title={t('confirm.title')} action={t('delete')} onConfirm={close}>
        {t('confirm.text')}
      </Confirm>
    </Card>
  )
}
