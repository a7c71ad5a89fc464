// What of a mail's HTML may stay on the screen: its elements, their attributes, and where addresses may lead.

export const tags = `
  html head body style a abbr acronym address article aside b bdi bdo big blockquote br caption center cite code col colgroup dd del dfn
  dir div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark nav ol p pre q rp rt ruby s samp
  section small span strike strong sub sup table tbody td tfoot th thead time tr tt u ul var wbr`
  .trim()
  .split(/\s+/)

export const attributes = `
  href src alt title width height style class id align valign bgcolor color face size border cellpadding cellspacing colspan rowspan dir
  lang start reversed type value nowrap hspace vspace rules frame scope background hidden`
  .trim()
  .split(/\s+/)

export const addresses = /^(?:https?:|mailto:|tel:|cid:|\/\/|data:image\/(?:png|jpeg|gif|webp);base64,)/i
