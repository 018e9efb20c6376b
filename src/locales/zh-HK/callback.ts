import type { Words } from '#src/contract/words.ts'
import type en from '../en-US/callback.ts'

const callback: Words<typeof en> = {
  meta: {
    title: '完成登入',
    description: '從第三方登入返回本頁；您可同意把它連結至您的帳戶，或返回登入頁。',
    keywords: '第三方登入, OpenID Connect, 連結帳戶',
  },
  title: '把 {name} 連結至您的帳戶？',
  lead: '{email} 已有帳戶。如屬您所有，連結後即可以 {name} 登入。',
  agree: '連結並登入',
  link: {
    lead: '兩個電郵不一致。請確認兩者均屬您本人，才作連結。',
    theirs: '{name} 的電郵',
    ours: '您在本站的帳戶電郵',
    warning: '連結後，以 {email} 登入 {name} 的人即可登入您的帳戶。',
    agree: '確認連結',
  },
  decline: '取消',
}

export default callback
