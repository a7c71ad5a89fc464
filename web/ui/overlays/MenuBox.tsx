// The menu built on Base UI, loaded when the first one opens.
import { Menu as Base } from '@base-ui/react/menu'
import { cx } from '../cx.ts'
import type { MenuItem, MenuProps } from './menu-props.ts'

/** Opens as soon as it is mounted, since its button has been clicked. */
export function MenuBox({ trigger, items, label, align = 'end' }: MenuProps) {
  return (
    <Base.Root defaultOpen>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner sideOffset={6} align={align} className="z-40">
          <Base.Popup aria-label={label} className="float min-w-48 rounded-hull p-1.5 transition-opacity duration-(--quick)">
            {items.map(item => (
              <Item key={item.label} {...item} />
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

function Item({ label, icon: Icon, onSelect, danger, checked }: MenuItem) {
  const className = cx(
    'flex min-h-10 items-center gap-2.5 rounded-hull-sm px-3 text-sm outline-none select-none data-highlighted:bg-accent-soft',
    danger && 'text-danger data-highlighted:bg-danger-soft',
    checked && 'font-strong',
  )
  const content = (
    <>
      {Icon && <Icon size={16} aria-hidden />}
      {label}
    </>
  )
  if (checked === undefined)
    return (
      <Base.Item className={className} onClick={onSelect}>
        {content}
      </Base.Item>
    )
  return (
    <Base.CheckboxItem className={className} checked={checked} onCheckedChange={onSelect}>
      {content}
    </Base.CheckboxItem>
  )
}
