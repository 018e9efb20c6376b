const contact = {
  meta: {
    title: 'Contact',
    description:
      'Write to us about plans, data, billing or an enterprise agreement. A person answers, Monday to Friday.',
    keywords: 'contact, support, market data support, enterprise plan',
  },
  kick: 'Contact',
  title: 'Write to us. A\u00a0person answers.',
  lead: 'Tell us what you build, what you see and what you expected. A request id from an error message helps us find your call.',
  name: 'Name',
  email: 'E-mail',
  message: 'Message',
  messageHint: 'At most {max} characters.',
  send: 'Send message',
  sending: 'Sending…',
  success: 'Submission successful',
  successText: 'Your message is ticket {ticket}. We will answer to {email}.',
  another: 'Write another message',
  failure: 'Submission failed, please check your network',
  required: 'Please fill in this field.',
  invalidEmail: 'Please enter a valid e-mail address.',
  tooLong: 'This is too long: at most {max} characters.',
  withoutScript: 'Sending from this page needs JavaScript. You can write to {email} instead.',
  hours: 'Support hours',
  hoursText: 'Monday to Friday 9:00–18:00 (UTC+8), closed on weekends and public holidays.',
  mailLabel: 'E-mail',
  enterprise: 'I am interested in an enterprise plan: ',
  mail: {
    subject: 'We have your message, ticket {ticket}',
    heading: 'We have your message',
    lead: 'A message to {brand} with this address arrived as ticket {ticket}. We answer Monday to Friday, 9:00–18:00 (UTC+8).',
    footer:
      'You receive this mail because this address was entered in the contact form of {brand}. If it was not you, you need not do anything.',
    operatorSubject: 'Contact form: ticket {ticket}',
    operatorReplied: 'Ticket {ticket}: the customer wrote again',
    factName: 'Name',
    factEmail: 'E-mail',
    operatorFooter: 'A customer wrote to {brand}. Answer with “ticket answer”, not to this mail.',
  },
} as const

export default contact
