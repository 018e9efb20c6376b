import type { Words } from '#src/contract/words.ts'
import type en from '../en-US/callback.ts'

const callback: Words<typeof en> = {
  meta: {
    title: '完成登录',
    description: '从第三方登录返回本页；您可以同意将其关联到您的账号，或返回登录页。',
    keywords: '第三方登录, OpenID Connect, 关联账号',
  },
  title: '将 {name} 关联到您的账号？',
  lead: '{email} 已注册过账号。如果是您的账号，关联后即可使用 {name} 登录。',
  agree: '关联并登录',
  link: {
    lead: '两个邮箱不一致。请确认两者均为您本人所有，再进行关联。',
    theirs: '{name} 的邮箱',
    ours: '您在本站的账号邮箱',
    warning: '关联后，以 {email} 登录 {name} 的人即可登录您的账号。',
    agree: '确认关联',
  },
  decline: '取消',
}

export default callback
