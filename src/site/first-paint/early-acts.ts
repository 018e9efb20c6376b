/**
 * Captures clicks, typing and submissions before the scripts run, and repeats them in order at the window's event
 * `mounted` (`frame.tsx`). Until then it stops the events, because React would replay them too. A form marked
 * `data-scripted` waits for its script; links, popovers and other forms work at once. Text under IME composition is
 * not touched.
 */
export const earlyActs = `(function(){
var acts=new Map();
function again(el){
if(el.type==='checkbox'||el.type==='radio'){var checked=el.checked;return function(){el.checked=!checked;el.click()}}
var value=el.value;return function(){el.value='';
Object.getOwnPropertyDescriptor(el.constructor.prototype,'value').set.call(el,value);
el.dispatchEvent(new Event('input',{bubbles:true}));
el.dispatchEvent(new Event('change',{bubbles:true}))}}
function keep(e){
var el=e.target,act;
if(e.type==='submit'){if(el.dataset.scripted===undefined)return;e.preventDefault();act=function(){el.requestSubmit(e.submitter)}}
else if(e.type==='input'){act=e.isComposing?null:again(el)}
else{el=el.closest('button[type=button]:not([popovertarget])');if(!el)return;act=function(){el.click()}}
acts.delete(el);if(act){e.stopImmediatePropagation();acts.set(el,act)}}
var kinds=['click','input','submit'];
kinds.forEach(function(kind){addEventListener(kind,keep,true)});
addEventListener('mounted',function(){
kinds.forEach(function(kind){removeEventListener(kind,keep,true)});
acts.forEach(function(act,el){setTimeout(function(){if(el.isConnected)act()})})},{once:true})
})()`
