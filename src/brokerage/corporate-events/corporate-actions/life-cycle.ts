// The life cycle of a corporate action as it concerns one account. (interface 2.6)
import { lifeCycle, none } from "../../../values/life-cycle.ts";

/** The status of a notice that nobody has answered in full. */
export const firstStatus = "New";

const open = [firstStatus, "Voted", "Attending Meeting"] as const;
const holders = ["institutional", "client"] as const;

/** The states of a notice. */
export const noticeLifeCycle = lifeCycle({
  name: "corporate action",
  states: [firstStatus, "Voted", "Attending Meeting", "Expired"],
  transitions: [
    { from: [none], to: [firstStatus], by: ["operator"], through: ["createNotice"] },
    {
      from: [none],
      to: [firstStatus],
      by: ["sweep"],
      through: ["tellHolder"],
      needs: "a corporate event is announced for a security that the account holds",
    },
    {
      from: ["Voted"],
      to: [firstStatus],
      by: ["sweep"],
      through: ["tellHolder"],
      needs: "the options of the event have changed",
    },
    {
      from: [firstStatus],
      to: ["Expired"],
      by: ["sweep"],
      through: ["tellHolder"],
      needs: "the account no longer holds the security, or the event is cancelled",
    },
    {
      from: ["Expired"],
      to: [firstStatus],
      by: ["sweep"],
      through: ["tellHolder"],
      needs: "the account holds the security again, and the deadline lies ahead",
    },
    {
      from: open,
      to: ["Voted"],
      by: holders,
      through: ["replaceVote"],
      needs: "every question is answered",
    },
    {
      from: open,
      to: [firstStatus],
      by: holders,
      through: ["replaceVote"],
      needs: "a question is not answered",
    },
    {
      from: open,
      to: ["Attending Meeting"],
      by: holders,
      through: ["replaceVote"],
      needs: "the holder attends the meeting",
    },
    {
      from: ["Voted"],
      to: [firstStatus],
      by: ["operator"],
      through: ["updateNotice"],
      needs: "a question is no longer answered",
    },
    {
      from: [firstStatus],
      to: ["Expired"],
      by: ["sweep"],
      through: ["expireNotice"],
      needs: "the deadline has passed",
    },
    {
      from: ["Expired"],
      to: [firstStatus],
      by: ["operator"],
      through: ["updateNotice"],
      needs: "a deadline that lies ahead is given",
    },
  ],
});
