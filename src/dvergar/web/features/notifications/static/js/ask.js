// Asks the browser for permission before notifications are switched on.

const form = document.querySelector("#ask-notify");
const denied = document.querySelector("#denied");

form.addEventListener("submit", async (event) => {
  if (event.submitter?.value !== "on") return;
  event.preventDefault();
  const answer = self.Notification ? await Notification.requestPermission() : "denied";
  denied.hidden = answer === "granted";
  if (answer === "granted") {
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name: "notify", value: "on" }));
    form.submit();
  }
});
